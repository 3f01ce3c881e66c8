import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Flags } from '@playhead/domain/flags.ts'
import { type ExportKind, exportFlags, exportKinds } from '../contract.ts'

/** Whether the plan includes streaming exports of this kind. */
export const hasFlag = (flags: Flags, kind: ExportKind) => flags[exportFlags[kind]]

/** The kinds that the plan includes. ACCT-081 */
export const includedKinds = (flags: Flags): ExportKind[] =>
  exportKinds.filter((kind) => hasFlag(flags, kind))

export const requireFlag = ({ flags }: { flags: Flags }, kind: ExportKind) => {
  if (!hasFlag(flags, kind)) throw new ApiError('upgrade_required', { name: exportFlags[kind] })
}
