import { useState } from 'react'
import { alertIncidents } from '@playhead/features/data/alerts/contract'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { silences } from '../../contract.ts'
import { SilenceFields } from './silence-fields.tsx'
import {
  bodyOf,
  newSilence,
  silenceErrors,
  type SilenceValues,
  valuesOf,
} from './silence-values.ts'
import type { Silence } from './use-silences.ts'

interface SilenceFormDialogProps {
  onClose: () => void
  /** Without one a silence is made. */
  silence?: Silence | undefined
  /** What a new silence is about; without it, all incidents. */
  meant?: Pick<SilenceValues, 'ruleIds' | 'matches'>
}

const invalidates = [
  silences.listSilences,
  alertIncidents.listIncidents,
  alertIncidents.retrieveIncident,
]

/** Makes a silence or changes one. */
export const SilenceFormDialog = ({ onClose, silence, meant }: SilenceFormDialogProps) => {
  const [initial] = useState(() => (silence ? valuesOf(silence) : newSilence(meant)))
  const create = useCall(silences.createSilence, { invalidates, quiet: true })
  const replace = useCall(silences.replaceSilence, { invalidates, quiet: true })
  return (
    <FormDialog
      onClose={onClose}
      title={silence ? 'Edit silence' : 'New silence'}
      description="Incidents are still recorded and marked as silenced. No notifications are sent."
      minWidth={520}
      maxWidth={520}
      initial={initial}
      validate={silenceErrors}
      submit={(values) =>
        silence
          ? replace.mutateAsync({ params: { id: silence.id }, body: bodyOf(values) })
          : create.mutateAsync({ body: bodyOf(values) })
      }
      submitLabel={silence ? 'Save' : 'Create silence'}
      doneToast={silence ? 'Silence updated' : 'Silence created'}
    >
      {(form) => <SilenceFields form={form} />}
    </FormDialog>
  )
}
