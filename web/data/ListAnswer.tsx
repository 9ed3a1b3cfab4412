/** The answer that a page with a list waits for. */
import { Answer, type AnswerProps, type Asked } from "../features/Answer.tsx";
import classes from "./ListPage.module.css";

export function ListAnswer<Of extends Asked>(props: Omit<AnswerProps<Of>, "frame">) {
  return <Answer {...props} frame={classes.message} />;
}
