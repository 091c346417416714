/** The third share of the seeds; campaign.ts says why they stand apart. */
import { campaign } from "./campaign.ts";

campaign(2);
