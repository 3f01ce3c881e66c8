import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { secondFactor } from '../contract.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

export const RenewCodesDialog = ({ onClose }: { onClose: () => void }) => {
  const renew = useCall(secondFactor.renewRecoveryCodes, {
    quiet: true,
    invalidates: [secondFactor.retrieve],
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Make new recovery codes?"
      maxWidth={480}
      initial={{}}
      submit={() => renew.mutateAsync()}
      submitLabel="Make new codes"
      focused="cancel"
      reveal={{
        title: 'Save your recovery codes',
        children: ({ data }, close) => <RecoveryCodes codes={data.recoveryCodes} onDone={close} />,
      }}
    >
      {() => <p className="text-ink-2">The codes you have now stop working.</p>}
    </FormDialog>
  )
}
