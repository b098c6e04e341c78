"""JSON as its standard has it and no other, the same on both runtimes."""

from harness import raises
from elba.strictjson import BadJSON, dumps, loads


def test_values():
    for text, value in (
        (b"null", None),
        (b"true", True),
        (b"false", False),
        (b"0", 0),
        (b"-0", 0),
        (b"17", 17),
        (b"-300", -300),
        (b"999999999999999999", 999999999999999999),
        (b"0.5", 0.5),
        (b"1e2", 100.0),
        (b"-2.5E-1", -0.25),
        (b'""', ""),
        (b'"AS"', "AS"),
        (b"[]", []),
        (b"{}", {}),
        (b' [ 1 , [ ] , "a" ]\t\r\n', [1, [], "a"]),
        (b'{"a":{"b":[1,2]},"c":null}', {"a": {"b": [1, 2]}, "c": None}),
    ):
        found = loads(text)
        assert found == value, text
        assert type(found) is type(value), text


def test_strings():
    for text, value in (
        (rb'"\"\\\/\b\f\n\r\t"', '"\\/\b\f\n\r\t'),
        (rb'"\u0041\u007e"', "A~"),
        (rb'"\u00e9"', "?"),  # nothing in a record goes beyond ASCII
        (rb'"\ud83d\ude00"', "??"),
        (b'"\xc3\xa9"', "??"),
        (b'"\xff\xfe"', "??"),
    ):
        assert loads(text) == value, text


BAD = (
    (b"", "expected a value at byte 0"),
    (b"  ", "expected a value at byte 2"),
    (b"nul", "expected null at byte 0"),
    (b"True", "expected a value at byte 0"),
    (b"NaN", "expected a value at byte 0"),
    (b"Infinity", "expected a value at byte 0"),
    (b"-Infinity", "expected a value at byte 0"),
    (b"[NaN]", "expected a value at byte 1"),
    (b"01", "expected a value at byte 0"),
    (b"-", "expected a value at byte 0"),
    (b"+1", "expected a value at byte 0"),
    (b".5", "expected a value at byte 0"),
    (b"1.", "expected a digit at byte 2"),
    (b"1e", "expected a digit at byte 2"),
    (b"1e+", "expected a digit at byte 3"),
    (b"0x10", "expected the end of the line at byte 1"),
    (b"1 2", "expected the end of the line at byte 2"),
    (b"[1 2]", "expected , at byte 3"),
    (b"[1,]", "expected a value at byte 3"),
    (b"[,1]", "expected a value at byte 1"),
    (b"[1", "expected , at byte 2"),
    (b"{1:2}", "expected a key at byte 1"),
    (b'{"a" 1}', "expected : at byte 5"),
    (b'{"a":1 "b":2}', "expected , at byte 7"),
    (b'{"a":1,}', "expected a key at byte 7"),
    (b'{"a":1,"a":2}', "expected each key once at byte 7"),
    (b'{"a":', "expected a value at byte 5"),
    (b"'a'", "expected a value at byte 0"),
    (b'"a', "expected the end of a string at byte 2"),
    (b'"a\nb"', "expected the end of a string at byte 2"),
    (b'"\x00"', "expected the end of a string at byte 1"),
    (rb'"\x41"', "expected an escape at byte 2"),
    (rb'"\u00g0"', "expected four hexadecimal digits at byte 3"),
    (rb'"\u00', "expected four hexadecimal digits at byte 3"),
    (b'"\\', "expected an escape at byte 2"),
    (b"\xef\xbb\xbf1", "expected a value at byte 0"),
    (b"\xff\xfe", "expected a value at byte 0"),
    (b"1" * 19, "expected a number of at most 18 characters at byte 0"),
    (b"1e99999999999999999999", "expected a number of at most 18 characters at byte 0"),
    (b"[" * 8 + b"]" * 8, "expected less nesting at byte 7"),
    (b"[" * 5000, "expected less nesting at byte 7"),
    (b'{"a":' * 5000, "expected less nesting at byte 35"),
)


def test_what_is_no_json_is_said_with_its_place():
    for text, message in BAD:
        assert str(raises(BadJSON, loads, text)) == message, text[:30]


def test_every_beginning_of_a_good_line_is_bad():
    line = rb'{"a":[1,-2,"x\"y",{"b":null}],"c":true}'
    loads(line)
    for n in range(len(line)):
        raises(BadJSON, loads, line[:n])


def test_writing():
    for value, text in (
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (-7, "-7"),
        ("AS", '"AS"'),
        ('a"b\\c', '"a\\"b\\\\c"'),
        ("\n\t\x7f", '"\\u000a\\u0009\\u007f"'),
        ("\u00e9", '"\\u00e9"'),
        ([], "[]"),
        ([1, [2], "x"], '[1,[2],"x"]'),
        ((), "{}"),
        ([("b", 1), ("a", [True])], '{"b":1,"a":[true]}'),
    ):
        assert dumps(value) == text, text


def test_a_number_too_large_for_a_float_is_none():
    # 1e999 is no number that anything here could mean, but it is JSON: the reader of the record refuses it.
    assert loads(b"1e999") == float("inf")
    assert dumps(1 << 40) == "1099511627776"
