import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { FormField } from "../../shared/forms/FormField";

interface SearchBoxProps<Item> {
  label: string;
  hint: string;
  text: string;
  change: (text: string) => void;
  /** What the text finds; null while that is not known, or without a text. */
  items: readonly Item[] | null;
  keyOf: (item: Item) => string;
  option: (item: Item) => ReactNode;
  choose: (item: Item) => void;
}

/**
 * A search field with its results below it, by keyboard: the arrow keys mark a result and Enter chooses it. The first one is
 * marked from the start; an Enter that comes before the results chooses it as soon as they are there.
 */
export function SearchBox<Item>({ label, hint, text, change, items, ...results }: SearchBoxProps<Item>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { marked, onKeyDown, mark } = useMarked(items, results.choose);
  const optionId = (index: number) => `${id}-${index}`;
  return (
    <div className="search-box">
      <FormField id={id} label={label} hint={hint}>
        <input
          ref={input}
          id={id}
          type="search"
          role="combobox"
          className="form-control"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          aria-expanded={Boolean(items?.length)}
          aria-controls={`${id}-list`}
          aria-activedescendant={items?.[marked] ? optionId(marked) : undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            mark(0);
            change(currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
      </FormField>
      <p className="visually-hidden" role="status">
        {items === null ? "" : `${items.length} found`}
      </p>
      <Options id={id} label={label} items={items ?? []} marked={marked} optionId={optionId} {...results} />
    </div>
  );
}

interface OptionsProps<Item> extends Pick<SearchBoxProps<Item>, "label" | "keyOf" | "option" | "choose"> {
  id: string;
  items: readonly Item[];
  marked: number;
  optionId: (index: number) => string;
}

function Options<Item>({ id, label, items, marked, optionId, keyOf, option, choose }: OptionsProps<Item>) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className="search-options overflow-y-auto bg-body-tertiary border rounded-1"
      hidden={items.length === 0}
    >
      {items.map((item, index) => (
        // The keys are those of the field, which keeps the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={keyOf(item)}
          id={optionId(index)}
          ref={index === marked ? keepInView : null}
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
          className="search-option d-flex flex-wrap justify-content-between column-gap-3 px-3 py-2"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(item)}
        >
          {option(item)}
        </div>
      ))}
    </div>
  );
}

function keepInView(option: HTMLElement | null): void {
  option?.scrollIntoView?.({ block: "nearest" });
}

/** The index of the marked result, and the keys that move and choose it. */
function useMarked<Item>(items: readonly Item[] | null, choose: (item: Item) => void) {
  const [index, setIndex] = useState(0);
  const [chooses, setChooses] = useState(false);
  const last = (items?.length ?? 0) - 1;
  const marked = Math.max(0, Math.min(index, last));
  const chooseFirst = useEffectEvent((first: Item) => choose(first));
  useEffect(() => {
    if (!chooses || items === null) return;
    setChooses(false);
    if (items[0] !== undefined) chooseFirst(items[0]);
  }, [chooses, items]);
  const onKeyDown = (event: KeyboardEvent) => {
    const item = items?.[marked];
    if (event.key === "ArrowDown") setIndex(Math.min(marked + 1, last));
    else if (event.key === "ArrowUp") setIndex(Math.max(marked - 1, 0));
    else if (event.key === "Enter" && item !== undefined) choose(item);
    else if (event.key === "Enter") setChooses(items === null);
    else return;
    event.preventDefault();
  };
  const mark = (next: number) => {
    setIndex(next);
    setChooses(false);
  };
  return { marked, onKeyDown, mark };
}
