import { badInputs } from './bad-inputs.ts'
import { goodInputs } from './good-inputs.ts'

/** One list for all that look at the files, so that they are made once. */
export const corpusInputs = [...goodInputs, ...badInputs]
