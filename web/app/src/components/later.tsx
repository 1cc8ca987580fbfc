// Parts of the page that come when they are needed.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../store/app";

/** A component that is fetched when it is shown for the first time. */
export function later(fetch: () => Promise<{ default: ComponentType }>): ComponentType {
  let known: ComponentType | null = null;
  return function Later() {
    const [Shown, show] = useState<ComponentType | null>(() => known);
    useEffect(() => {
      if (known === null) {
        fetch()
          .then((module) => {
            known = module.default;
            show(() => known);
          })
          .catch(() => say("a part of the page could not be loaded; reload it", "error"));
      }
    }, []);
    return Shown && <Shown />;
  };
}
