import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { useCall } from '@playhead/web-kit/query.ts'
import { secondFactor } from '../contract.ts'
import { CodesModal } from './codes-modal.tsx'

interface QuestionProps {
  onClose: () => void
  onMade: (recoveryCodes: string[]) => void
}

const Question = ({ onClose, onMade }: QuestionProps) => {
  const renew = useCall(secondFactor.renewRecoveryCodes, {
    quiet: true,
    invalidates: [secondFactor.retrieve],
    onSuccess: ({ data }) => onMade(data.recoveryCodes),
  })
  return (
    <Stack gap={3}>
      <p className="text-ink-2">The codes you have now stop working.</p>
      {renew.error && <FormMessage tone="error">{renew.error.message}</FormMessage>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button kind="primary" isLoading={renew.isPending} onClick={() => renew.mutate()}>
          Make new codes
        </Button>
      </div>
    </Stack>
  )
}

export const RenewCodesDialog = ({ onClose }: { onClose: () => void }) => (
  <CodesModal title="Make new recovery codes?" onClose={onClose}>
    {(onDone) => <Question onClose={onClose} onMade={onDone} />}
  </CodesModal>
)
