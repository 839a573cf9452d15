import { useState } from "react";
import type { ReviewedClass } from "../../classes/api";
import { instructorOf, scheduleFacts, seatsText, whenText } from "../../classes/model/facts";
import { compareTexts, containsAll, normalize } from "../../classes/model/search";
import { FRESH, usePublicData } from "../../shared/api/resources";
import { Facts } from "../../shared/components/Facts";
import { Price } from "../../shared/components/Price";
import { calls } from "../../shared/paths";
import { ErrorState } from "../../shared/screens/ErrorState";
import { SearchBox } from "./SearchBox";

const MOST_SHOWN = 20;

interface ClassSearchProps {
  /** The ids of classes that cannot be chosen. */
  except?: readonly string[];
  choose: (campClass: ReviewedClass) => void;
}

/** A field in which an admin finds a class of the public list, by its name, days, instructor or place. */
export function ClassSearch({ except = [], choose }: ClassSearchProps) {
  const [text, setText] = useState("");
  // Also if the page came with the list, for its seats.
  const { data, error, mutate } = usePublicData(calls.classes, { ...FRESH, revalidateIfStale: true });
  if (error && !data) return <ErrorState error={error} retry={() => mutate()} />;
  const classes = data?.filter(({ _id }) => !except.includes(_id));
  return (
    <SearchBox
      label="Class"
      hint="Its name, its days (such as Jul 5), its instructor or its place."
      text={text}
      change={setText}
      items={classes && text.trim() !== "" ? findClasses(classes, text) : null}
      keyOf={({ _id }) => _id}
      option={(campClass) => <ClassOption campClass={campClass} />}
      choose={choose}
    />
  );
}

/** What a search shows of a class. */
export function ClassOption({ campClass }: { campClass: ReviewedClass }) {
  const { nameClass, price } = campClass;
  return (
    <>
      <span className="fw-semibold">{nameClass}</span>
      <span className="amount">
        <Price price={campClass.priceNow} listPrice={price} />, {seatsText(campClass)}
      </span>
      <span className="w-100 small text-body-secondary">
        <Facts of={scheduleFacts(campClass)} />
      </span>
    </>
  );
}

/** Returns the classes that contain all words: first those with a word of the name that begins so, then what begins soonest. */
export function findClasses(classes: readonly ReviewedClass[], text: string): ReviewedClass[] {
  const words = normalize(text).split(/\s+/).filter(Boolean);
  return classes
    .filter((campClass) => containsAll(normalize(textOf(campClass)), words))
    .sort((a, b) => compareTexts(a.startsAt ?? "9999", b.startsAt ?? "9999"))
    .sort((a, b) => Number(beginsWith(b, words[0])) - Number(beginsWith(a, words[0])))
    .slice(0, MOST_SHOWN);
}

function beginsWith({ nameClass }: ReviewedClass, word = ""): boolean {
  return normalize(` ${nameClass}`).includes(` ${word}`);
}

function textOf(campClass: ReviewedClass): string {
  return [campClass.nameClass, whenText(campClass), instructorOf(campClass), campClass.place].join(" ");
}
