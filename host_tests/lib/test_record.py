"""Records: what the referee answers to those that are well formed."""

from elba import record

GOOD = (
    '{"system":"nap","players":3,"dealer":2,"hands":[["AS","KS","QS","JS","TS"],["AH","KH","QH","JH","TH"],'
    '["AD","KD","QD","JD","TD"]],"actions":[%s]}'
)
PEEP = (
    '{"system":"peep","players":3,"dealer":2,"hands":[["AS","KS","QS","JS","TS"],["AH","KH","QH","JH","TH"],'
    '["AD","KD","QD","JD","TD"]],"floater":"2C","actions":[%s]}'
)
BUY = (
    '{"system":"purchase","players":3,"dealer":2,"hands":[["AS","KS","QS","JS","TS"],["AH","KH","QH","JH","TH"],'
    '["AD","KD","QD","JD","TD"]],%s"actions":[%s]}'
)


def ask(text):
    """Return the referee's answer without the number of its line."""
    if isinstance(text, str):
        text = text.encode()
    answer, status = record.answer(7, text)
    assert answer[:9] == '{"line":7'
    assert '"status":"%s"' % status in answer
    return "{" + answer[10:]


def test_open_void_and_illegal():
    assert ask(GOOD % "") == '{"status":"open","turn":0,"legal":["pass","three","four","nap"]}'
    assert ask(GOOD % '["call",0,"nap"]') == '{"status":"open","turn":1,"legal":["pass","wellington"]}'
    void = '["call",0,"pass"],["call",1,"pass"],["call",2,"pass"]'
    assert ask(GOOD % void) == '{"status":"void","pay":[0,0,0],"pot":0}'
    assert ask(GOOD % (void + ',["call",0,"pass"]')) == '{"status":"illegal","at":3,"rule":"phase"}'
    assert ask(GOOD % '["call",1,"pass"]') == '{"status":"illegal","at":0,"rule":"turn"}'
    assert ask(GOOD % '["call",0,"wellington"]') == '{"status":"illegal","at":0,"rule":"bid_locked"}'
    assert ask(GOOD % '["exchange",0,[]]') == '{"status":"illegal","at":0,"rule":"phase"}'
    plays = '["call",0,"nap"],["call",1,"pass"],["call",2,"pass"],["play",0,"KS"]'
    assert ask(GOOD % plays) == '{"status":"open","turn":1,"legal":["AH","KH","QH","JH","TH"]}'


def test_a_complete_deal():
    names = [["AS", "KS", "QS", "JS", "TS"], ["AH", "KH", "QH", "JH", "TH"], ["AD", "KD", "QD", "JD", "TD"]]
    actions = '["call",0,"four"],["call",1,"pass"],["call",2,"pass"]'
    for trick in range(5):
        for seat in range(3):
            actions += ',["play",%d,"%s"]' % (seat, names[seat][trick])
    assert ask(GOOD % actions) == (
        '{"status":"complete","declarer":0,"contract":"four","trump":"S","winners":[0,0,0,0,0],'
        '"tricks":[5,0,0],"made":true,"pay":[8,-4,-4],"pot":0}'
    )


def test_exchange_may_be_passed_over():
    stock = '"stock":[%s],' % ",".join(
        ['"%s%s"' % (rank, suit) for suit in "SHD" for rank in "23456789"]
        + ['"%sC"' % rank for rank in "23456789TJQKA"]
    )
    assert ask(BUY % (stock, "")) == (
        '{"status":"open","turn":0,"legal":["pass","three","four","nap","exchange"]}'
    )
    assert ask(BUY % (stock, '["exchange",1,["AH"]]'))[:27] == '{"status":"open","turn":0,"'
    assert "exchange" not in ask(BUY % (stock, '["exchange",1,["AH"]]'))
    assert ask(BUY % (stock, '["exchange",1,["AH"]],["exchange",0,[]]')) == '{"status":"illegal","at":1,"rule":"turn"}'
    assert ask(BUY % (stock, '["exchange",0,["AH"]]')) == '{"status":"illegal","at":0,"rule":"not_held"}'
    assert ask(BUY % (stock, '["exchange",0,["AS","AS"]]')) == '{"status":"illegal","at":0,"rule":"not_held"}'
    assert ask(BUY % (stock, '["call",0,"three"],["exchange",1,[]]')) == '{"status":"illegal","at":1,"rule":"phase"}'
    # With the stock unknown nobody can draw, but who keeps all needs none.
    assert ask(BUY % ("", '["exchange",0,["AS"]]')) == (
        '{"status":"bad","why":"stock: expected the undealt cards, actions[0] draws from them"}'
    )
    assert ask(BUY % ("", '["exchange",0,[]],["call",0,"three"]'))[:16] == '{"status":"open"'


def test_peep_lists_cards_once_and_takes_the_floater():
    calls = '["peek",0],["call",0,"nap"],["call",1,"pass"],["call",2,"pass"]'
    assert ask(PEEP % calls) == '{"status":"open","turn":0,"legal":["AS","KS","QS","JS","TS"]}'
    assert ask(PEEP % (calls + ',["take",0,"TS"]')) == '{"status":"open","turn":0,"legal":["AS","KS","QS","JS","2C"]}'
    assert ask(PEEP % (calls + ',["take",0,"2C"]')) == '{"status":"open","turn":0,"legal":["AS","KS","QS","JS","TS"]}'
    assert ask(PEEP % (calls + ',["take",0,"AH"]')) == '{"status":"illegal","at":4,"rule":"not_held"}'
    assert ask(PEEP % '["peek",0],["peek",0]') == '{"status":"illegal","at":1,"rule":"phase"}'


def test_a_revoke_that_is_paid_for():
    text = (
        '{"system":"pub","options":{"revoke":"penalty"},"players":3,"dealer":2,"pot":4,"hands":[["AS","KS","QS","JS",'
        '"TS"],["2S","KH","QH","JH","TH"],["AD","KD","QD","JD","TD"]],"actions":[["call",0,"nap"],["call",1,"pass"],'
        '["call",2,"pass"],["play",0,"AS"],["play",1,"KH"]%s]}'
    )
    assert ask(text % "") == '{"status":"revoke","at":4,"by":1,"pay":[20,-20,0],"pot":4}'
    assert ask(text % ',["play",2,"AD"]') == '{"status":"illegal","at":5,"rule":"phase"}'


def test_keys_that_mean_nothing_here_are_passed_over():
    # `expect` and `result` come along in cases and selfplay; the referee is not the one to read them.
    text = GOOD % ""
    assert ask(text[:-1] + ',"expect":{"status":"void"},"note":[1,2]}') == ask(text)
    assert ask(text[:-1] + ',"floater":null}') == ask(text)
