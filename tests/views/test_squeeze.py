"""Squeezing keeps strings, templates, patterns and properties, and shortens only what is private."""

import pytest

from packlight.views.squeeze import squeeze_script, squeeze_style


@pytest.mark.parametrize(
    ("source", "squeezed"),
    [
        ("const wide = 1; // a comment\n", "const A=1;"),
        ('const words = "a // b  c";', 'const A="a // b  c";'),
        ("const found = text => /[/ ]x  y/g.test(text);", "const A=a=>/[/ ]x  y/g.test(a);"),
        ("const tall = one => one / 2 / 3;", "const A=a=>a/2/3;"),
        ("const said = one => `is ${one.name} of ${one}`;", "const A=a=>`is ${a.name} of ${a}`;"),
        ("function pick({ name, size = 3 }) { return { name, big: size }; }",
         "function A({name:a,size:b=3}){return{name:a,big:b};}"),
        ("const api = { update() { return api; } };", "const A={update(){return A;}};"),
        ("const sum = (one, two) => one + +two - -one;", "const A=(a,b)=>a+ +b- -a;"),
        ("class Pen { draw(name) { this.name = name; } }", "class A{draw(a){this.name=a;}}"),
        ("const [FIRST, LAST] = [1, 2];\nconst all = () => FIRST + LAST;", "const[A,B]=[1,2];const C=()=>A+B;"),
    ],
)  # fmt: skip
def test_squeeze_script(source: str, squeezed: str) -> None:
    assert squeeze_script(source) == squeezed


def test_each_function_starts_its_names_anew() -> None:
    assert squeeze_script(
        "const f = (one) => one;\nconst g = (two) => f(two);"
    ) == "const B=(a)=>a;const A=(a)=>B(a);" or (
        squeeze_script("const f = (one) => one;\nconst g = (two) => f(two);") == "const A=(a)=>a;const B=(a)=>A(a);"
    )


@pytest.mark.parametrize(
    ("source", "squeezed"),
    [
        ("/* x */ .pk { & .a { color: red; } }", ".pk{.a{color:red}}"),
        (".pk { &.on { top: 1px; } & b { top: 0; } }", ".pk{&.on{top:1px}& b{top:0}}"),
        ('.pk { font-family: "A  B", c; }', '.pk{font-family:"A B",c}'),
    ],
)
def test_squeeze_style(source: str, squeezed: str) -> None:
    assert squeeze_style(source) == squeezed
