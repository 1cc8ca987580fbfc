import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "./icon";

interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  pressed?: boolean;
}

/** A button that shows an icon and says its name to everybody else. */
export function IconButton({ icon, label, onClick, pressed }: IconButtonProps) {
  return (
    <button
      type="button"
      class="icon-button"
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

interface MenuItem {
  text: string;
  action: () => void;
  disabled?: boolean;
}

interface MenuProps {
  label: ComponentChildren;
  name: string;
  items: MenuItem[];
  align?: "left" | "right";
  /** Only the label, where there is no room for the arrow. */
  bare?: boolean;
}

/** A button with a list under it; arrows move, Escape closes. */
export function Menu({ label, name, items, align = "left", bare = false }: MenuProps) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) {
      return;
    }
    const away = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) {
        setOpen(false);
      }
    };
    document.addEventListener("pointerdown", away);
    box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    return () => document.removeEventListener("pointerdown", away);
  }, [open]);
  const move = (event: KeyboardEvent) => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape") {
      setOpen(false);
      box.current?.querySelector<HTMLElement>(".menu-button")?.focus();
      event.stopPropagation();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : all.length - 1;
      all[(at + step) % all.length]?.focus();
      event.preventDefault();
    }
  };
  return (
    <div class="menu" ref={box} onKeyDown={move}>
      <button
        type="button"
        class="menu-button quiet"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={name}
        onClick={() => setOpen(!open)}
      >
        {label}
        {!bare && <Icon name="chevron" size={14} />}
      </button>
      {open && (
        <div class={`menu-list ${align}`} role="menu" aria-label={name}>
          {items.map((item) => (
            <button
              type="button"
              role="menuitem"
              key={item.text}
              disabled={item.disabled}
              onClick={() => {
                setOpen(false);
                item.action();
              }}
            >
              {item.text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
  /** A click beside it does not close it. */
  lasting?: boolean;
}

/** A modal dialog; the browser's own element keeps the focus inside. */
export function Dialog({ title, onClose, children, wide, lasting }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? "wide" : ""}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => !lasting && event.target === element.current && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header class="dialog-head">
        <h2>{title}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
