/** The inputs that filter a list: each change is applied at once. */
import { type ComponentProps, useId } from "react";

export type Option = [value: string, label: string];

export interface FilterProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** `any`: the label of the option that filters nothing, if there is one. */
export function FilterSelect({
  label,
  any,
  options,
  value,
  onChange,
}: FilterProps & { any?: string; options: Option[] }) {
  const id = useId();
  // The URL may name a value that is not on offer.
  const unknown = value !== "" && options.every(([known]) => known !== value);
  return (
    <div className="no-print">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="form-select"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {any ? <option value="">{any}</option> : null}
        {unknown ? <option value={value}>{value}</option> : null}
        {options.map(([known, name]) => (
          <option key={known} value={known}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

type InputProps = Omit<ComponentProps<"input">, "id" | "className" | keyof FilterProps>;

/** An input with its label. The other properties are those of the `<input>`. */
export function FilterInput({ label, onChange, ...input }: FilterProps & InputProps) {
  const id = useId();
  return (
    <div className="no-print">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="form-control"
        {...input}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

/** An input for words to find. */
export function FilterSearch(props: FilterProps & InputProps) {
  return <FilterInput type="search" maxLength={200} autoComplete="off" {...props} />;
}
