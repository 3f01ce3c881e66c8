import { alertIncidents } from '@playhead/features/data/alerts/contract'
import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { silences } from '../../contract.ts'
import { scheduleText, silenceName } from './silence-words.ts'
import type { Silence } from './use-silences.ts'

interface DeleteSilenceDialogProps {
  silence: Silence
  onClose: () => void
}

export const DeleteSilenceDialog = ({ silence, onClose }: DeleteSilenceDialogProps) => {
  const remove = useCall(silences.removeSilence, {
    invalidates: [silences.listSilences, alertIncidents.retrieveIncident],
    quiet: true,
  })
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => remove.mutateAsync({ params: { id: silence.id } })}
      doneToast="Silence deleted"
      title="Delete this silence?"
      confirmLabel="Delete silence"
    >
      <p className="break-words">{silenceName(silence)}</p>
      <p className="text-sm text-ink-2">{scheduleText(silence)}</p>
      <p className="mt-2">Notifications it holds back are sent if their incident is still open.</p>
    </ConfirmDialog>
  )
}
