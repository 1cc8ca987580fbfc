"""The files that every package has, below a folder that stands for the root or for a prefix."""
import os
import pathlib
import shutil

import common


def unit(user=f"User={common.USER}\nGroup={common.USER}", program="/usr/bin",
         configuration="/etc/fairmon/watch.toml"):
    """The service for systemd, with a user that the package made."""
    text = (common.ROOT / "packaging/fairmon-watch.service.in").read_text()
    for name, value in (("CMAKE_INSTALL_FULL_BINDIR", program), ("FAIRMON_SERVICE_USER", user),
                        ("FAIRMON_CONFIGURATION", configuration)):
        text = text.replace(f"@{name}@", value)
    return text


def add_program(source, target):
    """Without the tables for debuggers, which are ten times as large as the program."""
    target.parent.mkdir(parents=True, exist_ok=True)
    common.output_of("strip", "--strip-unneeded", "--remove-section=.comment",
                     "--remove-section=.note", "-o", target, source)
    target.chmod(0o755)


def add_texts(program, share):
    """The manual page and completions, as the program itself tells them."""
    def told(*words):
        return common.output_of(pathlib.Path(program).resolve(), *words,
                                env={**os.environ, "LC_ALL": "C.UTF-8"})

    common.write(share / "man/man1/fairmon.1.gz", common.packed(told("man")))
    common.write(share / "bash-completion/completions/fairmon", told("completions", "bash"))
    common.write(share / "zsh/vendor-completions/_fairmon", told("completions", "zsh"))
    common.write(share / "fish/vendor_completions.d/fairmon.fish", told("completions", "fish"))


def add_example(folder):
    """A monitor to begin with: its specification is that of the guide."""
    common.write(folder / "hiring.lola",
                 (common.ROOT / "packaging/example/hiring.lola").read_bytes())
    common.write(folder / "watch.toml", (common.ROOT / "packaging/example/watch.toml").read_bytes())


def settle(folder):
    """Modes and times that do not depend on who builds."""
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
        os.utime(path, (common.moment(), common.moment()), follow_symlinks=False)


def fresh(folder):
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    return folder
