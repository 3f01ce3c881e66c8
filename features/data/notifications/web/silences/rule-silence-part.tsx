import type { RuleSilenceProps } from '@playhead/features/data/alerts/slots'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'

/** Loaded when it opens: imported directly, its calendar would load with screens that have none. */
const SilenceFormDialog = lazyDialog('SilenceFormDialog', () => import('./silence-form-dialog.tsx'))

/** The form of a silence of one rule. */
export const Part = ({ ruleId, onClose }: RuleSilenceProps) => (
  <SilenceFormDialog meant={{ ruleIds: [ruleId], matches: [] }} onClose={onClose} />
)
