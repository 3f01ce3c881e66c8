import { useState } from 'react'
import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { useCall } from '@playhead/web-kit/query.ts'
import { signingKeys } from '../contract.ts'
import { type CreatedKey, PrivateKey } from './private-key.tsx'

interface CreateKeyDialogProps {
  isOpen: boolean
  onClose: () => void
  environmentName: string
}

/** Only Continue leaves the private key, since it is never shown again. ACCT-078 */
export const CreateKeyDialog = ({ isOpen, onClose, environmentName }: CreateKeyDialogProps) => {
  const [created, setCreated] = useState<CreatedKey>()
  const create = useCall(signingKeys.create, { invalidates: [signingKeys.list], quiet: true })
  const close = () => {
    onClose()
    setCreated(undefined)
    create.reset()
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      isDismissable={!created}
      minWidth={560}
      title={created ? 'Your new signing key' : 'Generate new key'}
    >
      {created ? (
        <PrivateKey created={created} onContinue={close} />
      ) : (
        <Stack gap={3}>
          <p className="text-ink-2">
            The key opens every signed playback id of {environmentName}. Its private half is shown
            once and kept nowhere on this server.
          </p>
          {create.error && <FormMessage tone="error">{create.error.message}</FormMessage>}
          <div className="flex justify-end gap-2 pt-1">
            <Button onClick={close}>Cancel</Button>
            <Button
              kind="primary"
              autoFocus
              isLoading={create.isPending}
              onClick={() =>
                create.mutate(undefined, { onSuccess: ({ data }) => setCreated(data) })
              }
            >
              Generate key
            </Button>
          </div>
        </Stack>
      )}
    </Modal>
  )
}
