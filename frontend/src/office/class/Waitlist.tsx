import { ClassWaitlist } from "../../classes/waitlist/ClassWaitlist";
import { FRESH, useUserData } from "../../shared/api/resources";
import { calls } from "../../shared/paths";
import { LoadingRows } from "../../shared/screens/LoadingRows";
import type { TabProps } from "./myClass";

/** Who waits for a seat, and who has an offer. */
export function Waitlist({ campClass }: TabProps) {
  const { data, error, mutate } = useUserData(calls.classWaitlist(campClass._id), FRESH);
  if (data) return <ClassWaitlist entries={data} />;
  return <LoadingRows error={error} retry={mutate} />;
}
