import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { severityLabels } from './severity-badge.tsx'
import type { ErrorCodeValues } from './use-error-code-changes.ts'
import type { ErrorSeverity } from './use-error-codes.ts'

interface ErrorCodeFieldsProps {
  values: ErrorCodeValues
  onSeverity: (severity: ErrorSeverity) => void
  onBusinessException: (isOne: boolean) => void
}

const severities = [
  {
    value: 'warning',
    label: severityLabels.warning,
    description: 'Playback went on. The view does not count as failed.',
  },
  {
    value: 'fatal',
    label: severityLabels.fatal,
    description: 'Playback ended. The view counts as failed.',
  },
] as const

/** VIEW-021 */
export const ErrorCodeFields = ({
  values,
  onSeverity,
  onBusinessException,
}: ErrorCodeFieldsProps) => (
  <>
    <RadioGroup
      label="Severity"
      value={values.errorSeverity}
      onChange={onSeverity}
      options={severities}
    />
    <Switch
      isOn={values.isBusinessException}
      onChange={onBusinessException}
      description="It is meant to happen, such as a missing subscription. A fatal one counts as a business exception instead of a playback failure."
    >
      Business exception
    </Switch>
  </>
)
