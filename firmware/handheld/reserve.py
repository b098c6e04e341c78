"""The English table itself, for texts that no pack has. Imported only where a pack is missing or damaged."""


def find(root, name):
    """Return a text of root/texts/en.toml; where that fails, the name has to say it."""
    begin = name + ' = "'
    try:
        with open(root + "/texts/en.toml") as file:
            for line in file:
                if line.startswith(begin):
                    start = len(begin)
                    end = line.find('"  #', start)
                    if end < 0:
                        end = line.rfind('"')
                    return line[start:end].replace("\\n", "\n").replace('\\"', '"')
    except (OSError, ValueError):
        pass
    return name.replace("_", " ")
