"""Squeezing keeps strings, templates, patterns and properties, and shortens only what is private."""

import pytest

from packlight.views.squeeze import squeeze_script, squeeze_style


@pytest.mark.parametrize(
    ("source", "squeezed"),
    [
        ("const wide = 1; // a comment\n", "let A=1;"),
        ('const words = "a // b  c";', 'let A="a // b  c";'),
        ("const found = text => /[/ ]x  y/g.test(text);", "let A=a=>/[/ ]x  y/g.test(a);"),
        ("const tall = one => one / 2 / 3;", "let A=a=>a/2/3;"),
        ("const said = one => `is ${one.name} of ${one}`;", "let A=a=>`is ${a.name} of ${a}`;"),
        ("function pick({ name, size = 3 }) { return { name, big: size }; }",
         "let A=({name:a,size:b=3})=>({name:a,big:b});"),
        ("const api = { update() { return api; } };", "let A={update(){return A}};"),
        ("const sum = (one, two) => one + +two - -one;", "let A=(a,b)=>a+ +b- -a;"),
        ("class Pen { draw(name) { this.name = name; } }", "class A{draw(a){this.name=a}}"),
        ("const [FIRST, LAST] = [1, 2];\nconst all = () => FIRST + LAST;", "let[A,B]=[1,2],C=()=>A+B;"),
    ],
)  # fmt: skip
def test_squeeze_script(source: str, squeezed: str) -> None:
    assert squeeze_script(source) == squeezed


def test_each_function_starts_its_names_anew() -> None:
    assert squeeze_script("const f = (one) => one;\nconst g = (two) => f(two);") in (
        "let B=a=>a,A=a=>B(a);",
        "let A=a=>a,B=a=>A(a);",
    )


@pytest.mark.parametrize(
    ("source", "squeezed"),
    [
        ("const late = go(1);\nfunction go(x) { return x; }", "let A=a=>a,B=A(1);"),
        ("function two(x) { return x, 1; }", "let A=a=>{return a,1};"),
        ("function some(x) { if (x) return 1; return 2; }", "let A=a=>{if(a)return 1;return 2};"),
        ("function own() { return this.x; }", "function A(){return this.x}"),
        ("const a = 1; if (a) b(); const c = 2;", "let A=1;if(A)a();let B=2;"),
        (
            "const a = () => { const b = 1; let c = b; for (const d of c) { d(); } };",
            "let A=()=>{let a=1,b=a;for(let c of b){c()}};",
        ),
        ("const f = (a) => a ? true : 0.5;", "let A=a=>a?!0:.5;"),
        ("const f = { true: (a, b) => a };", "let A={true:(a,b)=>a};"),
        ("const f = () => { while (g()); };", "let A=()=>{while(a());};"),
    ],
)
def test_what_is_needless_goes_and_what_means_something_stays(source: str, squeezed: str) -> None:
    assert squeeze_script(source) == squeezed


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


def test_own_properties_are_shortened_and_all_others_stay() -> None:
    source = 'const f = ({ scene, seps }) => { scene.items.at(-1).seps = seps; return { scene, text: "seps" }; };'
    assert squeeze_script(source, ["scene"]) == 'let A=({a,seps:b})=>{a.items.at(-1).seps=b;return{a,text:"seps"}};'


@pytest.mark.parametrize("source", ["window.scene.a.b = 1;", 'window.say("a", window.scene, "b");'])
def test_a_short_name_is_none_that_the_script_has(source: str) -> None:
    assert ".c" in squeeze_script(source, ["scene"])
