import { Link } from "react-router-dom";
import { DenialReason } from "../../classes/card/DenialReason";
import { WithdrawnNote } from "../../classes/card/WithdrawnNote";
import { instructorOf } from "../../classes/model/facts";
import { earlyText } from "../../classes/model/prices";
import { ClassFacts, Fact } from "../../classes/page/ClassInformation";
import { ClassTexts } from "../../classes/page/ClassTexts";
import { Price } from "../../shared/components/Price";
import { pages } from "../../shared/paths";
import type { TabProps } from "./myClass";

/** What a class offers, as its instructor entered it, and what became of its review. */
export function Facts({ campClass }: TabProps) {
  const { _id, status, withdrawnAt, feedback, price, priceNow, minSeats } = campClass;
  const early = earlyText(campClass);
  return (
    <>
      {withdrawnAt ? <WithdrawnNote withdrawnAt={withdrawnAt} reason={feedback} /> : null}
      {status === "Denied" && !withdrawnAt ? <DenialReason feedback={feedback} /> : null}
      <ClassFacts campClass={campClass}>
        <Fact name="Instructor">
          <a href={`mailto:${campClass.instructorEmail}`}>{instructorOf(campClass)}</a>
        </Fact>
        <Fact name="Price">
          <Price price={priceNow} listPrice={price} />
          {early === null ? null : <span className="d-block small">{early}</span>}
        </Fact>
        {minSeats === null ? null : <Fact name="Minimum">{minSeats}</Fact>}
      </ClassFacts>
      <div className="prose">
        <ClassTexts campClass={campClass} />
      </div>
      {status === "Approved" ? <Link to={pages.class(_id)}>See the page for families</Link> : null}
    </>
  );
}
