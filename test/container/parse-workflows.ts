/**
 * What GitHub's own parser says of workflows: JSON texts on stdin, lists of its errors on stdout. A program
 * of its own, since that package imports JSON in a way that only a bundler, or tsx, understands.
 */
import { text } from "node:stream/consumers";
import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from "@actions/workflow-parser";

const workflows: readonly string[] = JSON.parse(await text(process.stdin));

const errors = await Promise.all(
  workflows.map(async (content) => {
    const file = { name: "workflow.yml", content };
    const { context, value } = parseWorkflow(file, new NoOperationTraceWriter());
    // Conditions, needs and the like are only looked at now.
    if (value) await convertWorkflowTemplate(context, value);
    return context.errors.getErrors().map(({ message }) => message);
  }),
);

console.log(JSON.stringify(errors));
