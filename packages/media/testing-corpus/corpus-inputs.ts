import { badInputs } from './bad-inputs.ts'
import { goodInputs } from './good-inputs.ts'

/** One list for all tests, so that the files are made once. */
export const corpusInputs = [...goodInputs, ...badInputs]
