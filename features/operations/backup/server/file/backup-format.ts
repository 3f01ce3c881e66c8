import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'

export const backupFormat = 'playhead-backup'
/** Version 1 had no media. */
export const backupVersion = 2
/** Far longer than any real row; limits the memory for a file without line ends. */
export const lineMaxBytes = 64 * 1024 * 1024

export const Header = z.object({
  format: z.literal(backupFormat),
  version: z.int(),
  created_at: z.iso.datetime(),
  product_version: z.string(),
  /** The description of each store, by its name. */
  stores: z.record(z.string(), z.unknown()),
})
export type Header = z.infer<typeof Header>

export const Counts = z.record(z.string(), z.int())
export type Counts = z.infer<typeof Counts>

/** The last line. The checksum is the SHA-256 of every byte before it. */
export const End = z.strictObject({ end: z.literal(true), counts: Counts, checksum: z.string() })

export interface Line {
  text: string
  content: { store: string } & Record<string, unknown>
}

/** An error whose message the operator reads as one sentence. */
export const refusal = (sentence: string, cause?: unknown) =>
  new ApiError('invalid_parameters', { messages: [sentence], cause })

export const damaged = (what: string, cause?: unknown) =>
  refusal(`The backup is damaged: ${what}. Nothing was restored.`, cause)

export const notABackup = (cause?: unknown) =>
  refusal('This file is not a backup of Playhead.', cause)

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error

/** The operator can fix a full disk or a missing folder, so the message names it. */
export const namingFile = async <Result>(what: string, work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    throw isSystemError(error) ? refusal(`${what} (${error.code}).`, error) : error
  }
}
