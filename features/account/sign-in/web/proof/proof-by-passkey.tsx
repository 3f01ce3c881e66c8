import { askPasskey, usePasskey } from '@playhead/features/account/second-factor/web'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { FingerprintIcon } from '@playhead/ui/icons/subject-icons.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { proof } from '../../contract.ts'

export const ProofByPasskey = ({ onProved }: { onProved: () => void }) => {
  const start = useCall(proof.startPasskeyProof, { quiet: true })
  const prove = useCall(proof.provePasskey, { quiet: true })
  const passkey = usePasskey(async () => {
    const { data } = await start.mutateAsync()
    const answer = await askPasskey(data)
    await prove.mutateAsync({ body: { proof: answer } })
    onProved()
  })
  return (
    <>
      {passkey.failure && <FormMessage tone="error">{passkey.failure}</FormMessage>}
      <div>
        <Button icon={<FingerprintIcon />} isLoading={passkey.isBusy} onClick={passkey.run}>
          Use a passkey
        </Button>
      </div>
    </>
  )
}
