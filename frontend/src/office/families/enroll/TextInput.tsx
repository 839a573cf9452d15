interface TextInputProps {
  id: string;
  label: string;
  value: string;
  change: (value: string) => void;
  name?: string;
  maxLength?: number;
  inputMode?: "decimal";
}

/** A field for one line of text, with its label. */
export function TextInput({ id, label, change, ...rest }: TextInputProps) {
  return (
    <div className="mb-3">
      <label className="form-label fw-semibold" htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        type="text"
        className="form-control"
        autoComplete="off"
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  );
}
