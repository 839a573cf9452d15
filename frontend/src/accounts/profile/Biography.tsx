import { object } from "yup";
import { ProfileChangeInput } from "../../shared/api/bounds.gen";
import { useInvalidateAfter } from "../../shared/api/invalidation";
import { usePublicData } from "../../shared/api/resources";
import { useToast } from "../../shared/components/Toasts";
import { Form, SubmitButton } from "../../shared/forms/Form";
import { TextArea } from "../../shared/forms/TextArea";
import { textUpTo } from "../../shared/forms/textSchema";
import { calls } from "../../shared/paths";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import { updateProfile } from "../api";

const MAX_LENGTH = ProfileChangeInput.bio.maxLength;

const schema = object({ bio: textUpTo(MAX_LENGTH) });

/** What an instructor tells about themself on the page of the instructor and of each class. */
export function Biography({ email }: { email: string }) {
  const { data, error, mutate } = usePublicData(calls.instructors);
  return (
    <section className="sheet" aria-labelledby="biography">
      <h2 id="biography">About you</h2>
      <p>Parents see this on your page and on the pages of your classes.</p>
      {data ? null : <LoadingRows error={error} retry={mutate} count={2} />}
      {data ? <BiographyForm bio={data.find((user) => user.email === email)?.bio ?? ""} /> : null}
    </section>
  );
}

function BiographyForm({ bio }: { bio: string }) {
  const invalidate = useInvalidateAfter("changeBiography");
  const toast = useToast();
  const save = async (changes: { bio: string }) => {
    await updateProfile(changes);
    toast("Your text has been saved.");
    void invalidate();
  };
  return (
    <Form initial={{ bio }} schema={schema} submit={save} draft="biography">
      <TextArea name="bio" label="What you make and how you got into teaching it" rows={5} max={MAX_LENGTH} />
      <SubmitButton>Save text</SubmitButton>
    </Form>
  );
}
