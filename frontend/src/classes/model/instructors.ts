import type { Row } from "../../shared/api/types";

type Instructor = Pick<Row<"/instructors">, "_id" | "name" | "email">;

/** The ids and names to choose from. Who shares a name with another is told apart by the e-mail address. */
export function instructorOptions(instructors: readonly Instructor[]): [id: string, name: string][] {
  const isShared = ({ name }: Instructor) => instructors.filter((each) => each.name === name).length > 1;
  return instructors.map((each) => {
    const { _id, name, email } = each;
    return [_id, name && email && isShared(each) ? `${name} (${email})` : name || email];
  });
}
