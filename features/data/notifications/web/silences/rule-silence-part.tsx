import type { RuleSilenceProps } from '@playhead/features/data/alerts/slots'
import { SilenceFormDialog } from './silence-form-dialog.tsx'

/** The form of a silence of one rule. */
export const Part = ({ ruleId, onClose }: RuleSilenceProps) => (
  <SilenceFormDialog meant={{ ruleIds: [ruleId], matches: [] }} onClose={onClose} />
)
