import { useState } from 'react'
import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { useCall } from '@playhead/web-kit/query.ts'
import { secondFactor } from '../contract.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

export const RenewCodesDialog = ({ onClose }: { onClose: () => void }) => {
  const [codes, setCodes] = useState<string[]>()
  const renew = useCall(secondFactor.renewRecoveryCodes, {
    quiet: true,
    invalidates: [secondFactor.retrieve],
    onSuccess: ({ data }) => setCodes(data.recoveryCodes),
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      isDismissable={!codes}
      maxWidth={480}
      title={codes ? 'Save your recovery codes' : 'Make new recovery codes?'}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
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
      )}
    </Modal>
  )
}
