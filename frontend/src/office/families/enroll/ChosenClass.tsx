import Button from "react-bootstrap/Button";
import type { ReviewedClass } from "../../../classes/api";
import { scheduleFacts, seatsText } from "../../../classes/model/facts";
import { Facts } from "../../../shared/components/Facts";
import { Price } from "../../../shared/components/Price";

interface ChosenClassProps {
  campClass: ReviewedClass;
  /** Without it, the office has to find another one. */
  isOnly: boolean;
  remove: () => void;
}

/** A class that was found, with a button to remove it. */
export function ChosenClass({ campClass, isOnly, remove }: ChosenClassProps) {
  return (
    <div className="chosen-class">
      <div>
        <p className="fw-semibold mb-0">{campClass.nameClass}</p>
        <p className="mb-0">
          <Facts of={scheduleFacts(campClass)} />
        </p>
        <p className="mb-0">
          <span className="amount">
            <Price price={campClass.priceNow} listPrice={campClass.price} />
          </span>
          , {seatsText(campClass)}
        </p>
      </div>
      <Button size="sm" variant="outline-secondary" onClick={remove}>
        {isOnly ? "Change" : "Remove"}
        <span className="visually-hidden"> {isOnly ? "the class" : campClass.nameClass}</span>
      </Button>
    </div>
  );
}
