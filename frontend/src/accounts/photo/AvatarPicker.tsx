import { useField } from "formik";
import { AVATARS } from "./avatars";

/** Fills the photo's URL of the form with one of the drawn avatars. */
export function AvatarPicker({ name }: { name: string }) {
  const [{ value }, , helpers] = useField<string>(name);
  return (
    <fieldset className="avatar-picker">
      <legend>Pick a picture, or use your own below</legend>
      {AVATARS.map((avatar) => (
        <label key={avatar.name}>
          <input
            type="radio"
            name="avatar"
            aria-label={avatar.name}
            checked={value === avatar.url}
            onChange={() => void helpers.setValue(avatar.url)}
          />
          <img src={avatar.url} alt="" width={56} height={56} loading="lazy" />
        </label>
      ))}
    </fieldset>
  );
}
