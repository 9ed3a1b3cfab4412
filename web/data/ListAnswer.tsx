/** The loading, error and empty states of a page with a list. */
import { Answer, type AnswerProps, type Asked } from "../features/Answer.tsx";
import classes from "./ListPage.module.css";

export function ListAnswer<Of extends Asked>(props: Omit<AnswerProps<Of>, "frame">) {
  return <Answer {...props} frame={classes.message} />;
}
