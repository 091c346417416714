/** The document of the operator's listener, as tests read it. */
import { operatorDocumentText } from "../../src/edge/operator/openapi/document.ts";
import { OPERATOR_DOCUMENTED } from "../../src/edge/operator/page.ts";
import { ApiReader } from "./api-document.ts";

export const OPERATOR_API = new ApiReader(operatorDocumentText(OPERATOR_DOCUMENTED));
