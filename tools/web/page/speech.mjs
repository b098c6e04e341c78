// Puts what is written on the screen into words: lines of text from the items of guest/speech.py.

const SUITS = "♠♥♦♣";
const LEADS = 8; // a glyph of a language's own face is a pair of characters, see encoded() in tools/language/shape.py
const PAIRS = 60;
const PAIR_FIRST = 63;
const BREAK = "\x1f"; // where a line might have been broken
// In a line that was turned round: Latin letters and numbers with a sign, or several with hard spaces; else any character.
const LEFT_TO_RIGHT = /[0-9A-Za-z♠♥♦♣](?:[0-9A-Za-z♠♥♦♣+–/.:\xa0-]*[0-9A-Za-z♠♥♦♣+–])?|[^]/gu;
const MIRRORED = { "(": ")", ")": "(" };
const FREE = 1;
const MARKED = 2;
const CHOSEN = 4;

// Return the text of a line as one writes it, from what is drawn from left to right.
export function written(drawn, language) {
  const out = [];
  for (let i = 0; i < drawn.length; i += 1) {
    const code = drawn.charCodeAt(i);
    if (code >= 1 && code <= LEADS && language.glyphs.length) {
      i += 1;
      out.push(language.glyphs[(code - 1) * PAIRS + drawn.charCodeAt(i) - PAIR_FIRST] ?? "");
    } else {
      out.push(drawn[i] === BREAK ? "" : drawn[i]);
    }
  }
  if (language.fromRight) {
    // What runs from left to right in the line stays as it is.
    const turned = (part) => (part.length > 1 ? [...part].reverse().join("") : (MIRRORED[part] ?? part));
    const parts = out.reverse().join("").match(LEFT_TO_RIGHT) ?? [];
    return parts.map(turned).join("").normalize("NFKC");
  }
  // A Thai vowel that is drawn in two parts; the upper one looks like another mark, which never comes before the lower.
  return out.join("").replace(/[ํ์]([่้๊๋]?)า|([่้๊๋])[ํ์]า/g, (_, one, other) => `${one || other || ""}ำ`);
}

function filled(text, ...values) {
  return text.replace(/\{(\d)\}/g, (_, i) => values[i]);
}

// Return a card as one says it; its byte is 16 * suit + rank (see lib/elba/cards.py), 0 is a back.
export function cardInWords(card, { words }) {
  if (!card) return words.back;
  const suit = card >> 4;
  if (suit > 3) return words.joker;
  const rank = card & 15;
  return filled(words.card, rank > 10 ? words.ranks[rank - 11] : String(rank), words.suits[suit]);
}

// Cards and suits in a text are signs: say them. A low number with a suit may be a bid as well as a card.
function said(text, language) {
  const { suits } = language.words;
  return text
    .replace(/(10|[JQKA])([♠♥♦♣])/g, (_, rank, suit) => {
      const value = rank === "10" ? 10 : 11 + "JQKA".indexOf(rank);
      return cardInWords((SUITS.indexOf(suit) << 4) | value, language);
    })
    .replace(/[♠♥♦♣]/g, (suit) => ` ${suits[SUITS.indexOf(suit)]}`)
    .replace(/[◀▶▲▼⊕•]/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ ([:,.?)])/g, "$1")
    .trim();
}

// Texts that were drawn right behind one another are one.
function joined(items) {
  const result = [];
  for (const item of items) {
    const before = result.at(-1);
    const follows = before && before.y === item.y && before.lit === item.lit && item.x - before.x - before.width;
    if (item.kind === "text" && before?.kind === "text" && follows === 0) {
      before.what += item.what;
      before.width = item.x + item.width - before.x;
    } else {
      result.push(item);
    }
  }
  return result;
}

const middle = (item) => item.x + item.width / 2;

// Return {language, lines}: a line is {text, chosen: whether the cursor is on it}.
export function lines(message, languages) {
  const [code, list] = JSON.parse(message);
  const language = languages[code] ?? languages[0];
  const { words } = language;
  const items = joined(list.map(([kind, what, x, y, width, lit]) => ({ kind, what, x, y, width, lit })));
  const seats = items.findLast((item) => item.kind === "seats");
  const hand = items.findLast((item) => item.kind === "hand");
  const texts = items.filter((item) => item.kind === "text");
  const result = [];
  const done = new Set();

  const isName = (text) => Math.abs(text.y - seats.what) <= 2;
  // Rows of a bar, which lies over what else there is.
  const bars = new Set(texts.filter((text) => text.lit === 0 && !(seats && isName(text))).map((text) => text.y));

  // What lies below a name belongs to it.
  const owners = new Map();
  const below = items.filter(
    (item) =>
      (item.kind === "card" && (!seats || item.y < seats.what + 40)) ||
      (item.kind === "text" && seats && !bars.has(item.y) && item.y >= seats.x && item.y <= seats.x + 10),
  );
  for (const item of below) {
    const off = (text) => Math.abs(middle(text) - middle(item));
    const over = texts.filter(
      (text) => text !== item && text.y < item.y && item.y - text.y <= 24 && (seats ? isName(text) : text.y > 4 && off(text) <= 12),
    );
    over.sort((one, other) => (seats ? 0 : other.y - one.y) || off(one) - off(other));
    if (over.length) {
      owners.set(over[0], [...(owners.get(over[0]) ?? []), item]);
      done.add(item);
    }
  }
  const spell = (item) =>
    item.kind === "card" ? cardInWords(item.what, language) : said(written(item.what, language), language);

  // Lines from the top, and in each from where one begins to read.
  const rest = items.filter((item) => (item.kind === "text" || item.kind === "card") && !done.has(item));
  rest.sort((one, other) => one.kind.localeCompare(other.kind) || one.y - other.y);
  const rows = [];
  for (const item of rest) {
    const row = rows.at(-1);
    if (row && item.kind === row[0].kind && item.y - row[0].y <= 3) row.push(item);
    else rows.push([item]);
  }
  rows.sort((one, other) => one[0].y - other[0].y);
  for (const row of rows) {
    const named = seats && row.some((item) => owners.has(item) || isName(item));
    // The seats stand in the same order in all languages.
    row.sort((one, other) => (language.fromRight && !named ? other.x - one.x : one.x - other.x));
    if (named || row.some((item) => owners.has(item))) {
      for (const item of row) {
        const theirs = (owners.get(item) ?? []).map(spell).filter(Boolean);
        let text = spell(item);
        if (named && item.lit === 0) text += ` (${words.declarer})`;
        if (theirs.length) text += `: ${theirs.join(", ")}`;
        result.push({ text, chosen: false });
      }
      continue;
    }
    const head = row[0].y <= 4;
    const dark = row.filter((item) => item.lit === 0);
    const pointed = row.some((item) => item.kind === "text" && /^[▶◀]$/.test(item.what));
    const text = row.map(spell).filter(Boolean).join(", ");
    if (!text) continue;
    if (!head && dark.length && dark.length < row.length && !pointed) {
      // The cursor is what is unlike the others.
      const few = 2 * dark.length <= row.length ? dark : row.filter((item) => item.lit !== 0);
      result.push({ text, chosen: false });
      result.push({ text: few.map(spell).join(", "), chosen: true });
    } else {
      result.push({ text, chosen: !head && (dark.length > 0 || pointed) });
    }
  }
  if (hand) addHand(hand.what, language, result);
  return { language, lines: result };
}

function addHand(cards, language, result) {
  const { words } = language;
  const those = (state) => cards.filter(([, has]) => has & state).map(([card]) => cardInWords(card, language));
  result.push({ text: `${words.hand}: ${cards.map(([card]) => cardInWords(card, language)).join(", ")}`, chosen: false });
  const free = those(FREE);
  if (free.length && free.length < cards.length) result.push({ text: `${words.free}: ${free.join(", ")}`, chosen: false });
  const marked = those(MARKED);
  if (marked.length) result.push({ text: `${words.marked}: ${marked.join(", ")}`, chosen: false });
  for (const text of those(CHOSEN)) result.push({ text, chosen: true });
}

// Hands the page what a screen reader is to read: the screen as a whole, and at once what is new on it.
export class Reader {
  constructor(whole, news, languages) {
    this.whole = whole;
    this.news = news;
    this.languages = languages;
    this.before = [];
  }

  take(message) {
    const { language, lines: now } = lines(message, this.languages);
    const { words } = language;
    const whole = now.map(({ text, chosen }) => (chosen ? `${text} (${words.chosen})` : text));
    for (const element of [this.whole, this.news]) {
      element.lang = language.code;
      element.dir = language.fromRight ? "rtl" : "ltr";
    }
    this.whole.replaceChildren(
      ...whole.map((text) => {
        const line = document.createElement("p");
        line.textContent = text;
        return line;
      }),
    );
    const known = new Set(this.before.map(({ text }) => text));
    const under = (lines) => lines.filter((line) => line.chosen).map((line) => line.text).join(", ");
    const chosen = under(now);
    const was = under(this.before);
    const fresh = now.filter((line) => !known.has(line.text) && !line.chosen).map((line) => line.text);
    if (chosen && (chosen !== was || fresh.length)) fresh.push(`${chosen} (${words.chosen})`);
    if (fresh.length) this.news.textContent = fresh.join(". ");
    this.before = now;
  }
}
