"""Lines that are no records: each is told by its key and what was expected."""

from elba import record, strictjson, systems

GOOD = (
    '{"system":"nap","players":3,"dealer":2,"hands":[["AS","KS","QS","JS","TS"],["AH","KH","QH","JH","TH"],'
    '["AD","KD","QD","JD","TD"]],"actions":[%s]}'
)
PEEP = (
    '{"system":"peep","players":3,"dealer":2,"hands":[["AS","KS","QS","JS","TS"],["AH","KH","QH","JH","TH"],'
    '["AD","KD","QD","JD","TD"]],"floater":"2C","actions":[%s]}'
)


def ask(text):
    """Return the referee's answer without the number of its line."""
    if isinstance(text, str):
        text = text.encode()
    answer, status = record.answer(7, text)
    assert answer[:9] == '{"line":7'
    assert '"status":"%s"' % status in answer
    return "{" + answer[10:]


def bad(text, why):
    wanted = strictjson.dumps([("status", "bad"), ("why", why)])
    assert ask(text) == wanted, ask(text)


def test_a_bad_record_is_told_by_key_and_expectation():
    good = GOOD % ""
    for old, new, why in (
        ('"system":"nap",', "", "system: is missing"),
        ('"nap"', "7", "system: expected one of " + ", ".join(systems.ids())),
        ('"nap"', '"whist"', "system: expected one of " + ", ".join(systems.ids())),
        ('"players":3', '"players":2', "players: expected a whole number from 3 to 7"),
        ('"players":3', '"players":8', "players: expected a whole number from 3 to 7"),
        ('"players":3', '"players":3.0', "players: expected a whole number from 3 to 7"),
        ('"players":3', '"players":true', "players: expected a whole number from 3 to 7"),
        ('"players":3', '"players":"3"', "players: expected a whole number from 3 to 7"),
        ('"players":3', '"players":null', "players: expected a whole number from 3 to 7"),
        ('"players":3', '"players":1e999', "players: expected a whole number from 3 to 7"),
        ('"players":3', '"players":999999999999999999', "players: expected a whole number from 3 to 7"),
        ('"players":3,', "", "players: is missing"),
        ('"players":3', '"players":4', "hands: expected a list of 4 hands"),
        ('"dealer":2', '"dealer":3', "dealer: expected a whole number from 0 to 2"),
        ('"dealer":2', '"dealer":-1', "dealer: expected a whole number from 0 to 2"),
        ('"dealer":2,', "", "dealer: is missing"),
        ('"dealer":2', '"dealer":2,"pot":-1', "pot: expected a whole number from 0 to 30000"),
        ('"dealer":2', '"dealer":2,"pot":30001', "pot: expected a whole number from 0 to 30000"),
        ('"dealer":2', '"dealer":2,"pot":1.5', "pot: expected a whole number from 0 to 30000"),
        ('"dealer":2', '"dealer":2,"options":[]', "options: expected an object"),
        ('"dealer":2', '"dealer":2,"options":{"two":1}', "options.two: expected false or true"),
        ('"dealer":2', '"dealer":2,"floater":"2C"', "floater: nap has none"),
        ('"dealer":2', '"dealer":2,"stock":["AC"]', "stock: expected a list of 9 cards"),
        ('"dealer":2', '"dealer":2,"stock":"AC"', "stock: expected a list of 9 cards"),
        ('"hands"', '"Hands"', "hands: is missing"),
        ('"TS"]', '"TS","9S"]', "hands[0]: expected a list of 5 cards"),
        (',"TH"]', "]", "hands[1]: expected a list of 5 cards"),
        ('"TH"', '"AS"', "hands[1]: AS is there twice, or is not in this pack"),
        ('"TH"', '"2H"', "hands[1]: 2H is there twice, or is not in this pack"),
        ('"TH"', '"JO"', "hands[1]: JO is there twice, or is not in this pack"),
        ('"TH"', '"10H"', "hands[1]: expected cards such as AS, TD or 9H"),
        ('"TH"', "null", "hands[1]: expected cards such as AS, TD or 9H"),
        ('"TH"', "[]", "hands[1]: expected cards such as AS, TD or 9H"),
        ('"actions":[]', '"actions":{}', "actions: expected a list"),
        (',"actions":[]', "", "actions: is missing"),
        (good, "[]", "line: expected a JSON object"),
        (good, "7", "line: expected a JSON object"),
        (good, "", "line: no JSON, expected a value at byte 0"),
        (good, good[:-1], "line: no JSON, expected , at byte %d" % (len(good) - 1)),
        (good, "{}", "system: is missing"),
    ):
        assert old in good, old
        bad(good.replace(old, new), why)
    bad(good.encode()[:-1] + b"\xff}", "line: no JSON, expected , at byte %d" % (len(good) - 1))
    bad(PEEP.replace('"floater":"2C",', "") % "", "floater: is missing")
    bad(PEEP.replace('"2C"', '"AS"') % "", "floater: AS is there twice, or is not in this pack")
    bad(PEEP.replace('"2C"', '["2C"]') % "", "floater: expected cards such as AS, TD or 9H")


def test_a_bad_action_is_told_by_its_place():
    kinds = "exchange, peek, call, take, trump, friend, widow, play"
    for action, why in (
        ("7", "expected a list that begins with a kind of action"),
        ("[]", "expected a list that begins with a kind of action"),
        ('{"call":0}', "expected a list that begins with a kind of action"),
        ('["sing",0]', "expected one of " + kinds),
        ('["friend",0,"A"]', "expected a card such as AS, TD or 9H"),
        ('["friend",0]', "expected a kind, a seat and a value"),
        ('["widow",0,"AS"]', "expected a list of cards"),
        ('["call",0]', "expected a kind, a seat and a value"),
        ('["call",0,"pass",1]', "expected a kind, a seat and a value"),
        ('["peek",0,"AS"]', "expected a kind and a seat"),
        ('["call",3,"pass"]', "expected a seat 0..2"),
        ('["call",-1,"pass"]', "expected a seat 0..2"),
        ('["call",true,"pass"]', "expected a seat 0..2"),
        ('["call","0","pass"]', "expected a seat 0..2"),
        ('["call",0,"misere"]', "expected one of pass, three, four, nap, wellington"),
        ('["call",0,3]', "expected one of pass, three, four, nap, wellington"),
        ('["play",0,"1S"]', "expected a card such as AS, TD or 9H"),
        ('["play",0,["AS"]]', "expected a card such as AS, TD or 9H"),
        ('["trump",0,"X"]', "expected a suit S, H, D or C"),
        ('["trump",0,"SH"]', "expected a suit S, H, D or C"),
        ('["trump",0,""]', "expected a suit S, H, D or C"),
        ('["exchange",0,"AS"]', "expected a list of cards"),
        ('["exchange",0,["AX"]]', "expected a card such as AS, TD or 9H"),
    ):
        bad(GOOD % ('["call",0,"pass"],' + action), "actions[1]: " + why)
