import { Button } from '@playhead/ui/buttons/button.tsx'
import { FullScreenModal } from '@playhead/ui/overlays/full-screen-modal.tsx'
import { ArrowLeftIcon } from '@playhead/ui/icons/icons.ts'
import { DetailsStep } from './details-step.tsx'
import { isMetaValid } from './meta-fields.tsx'
import { SelectStep } from './select-step.tsx'
import { SettingsStep } from './settings-step.tsx'
import { demoAddress } from './source-addresses.ts'
import { Stepper } from './stepper.tsx'
import { UploadEdit } from './upload-edit.tsx'
import { useCreateDialog } from './use-create-dialog.ts'

const subtitle = 'Upload your video and audio files to start streaming them'

type Dialog = ReturnType<typeof useCreateDialog>

const startLabel = ({ chosen, isStarting }: Dialog) => {
  if (isStarting) return 'Starting...'
  return chosen.length > 1 ? 'Start Uploads' : 'Start Upload'
}

const Footer = ({ dialog }: { dialog: Dialog }) => {
  const { step, canGoOn, isStarting, move } = dialog
  return (
    <>
      <Button disabled={step === 'select' || isStarting} onClick={() => move(-1)}>
        Back
      </Button>
      {step === 'settings' ? (
        <Button
          kind="primary"
          isLoading={isStarting}
          disabled={!canGoOn}
          onClick={() => void dialog.start()}
        >
          {startLabel(dialog)}
        </Button>
      ) : (
        <Button kind="primary" disabled={!canGoOn} onClick={() => move(1)}>
          Next
        </Button>
      )}
    </>
  )
}

const Step = ({ dialog }: { dialog: Dialog }) => {
  const { step, chosen, settings, draft, meta } = dialog
  if (step === 'select')
    return (
      <SelectStep
        chosen={chosen}
        demoUrl={demoAddress(settings.maxResolutionTier)}
        onAdd={dialog.add}
      />
    )
  if (step === 'details') return <DetailsStep uploads={chosen} onEdit={dialog.edit} />
  return <SettingsStep draft={draft} meta={meta} onChange={dialog.changeDraft} />
}

const EditFooter = ({ dialog }: { dialog: Dialog }) => (
  <>
    <Button onClick={dialog.leaveEdit}>Cancel</Button>
    <Button
      kind="primary"
      disabled={!dialog.editing || !isMetaValid(dialog.editing.meta)}
      onClick={dialog.saveEdit}
    >
      Save
    </Button>
  </>
)

/** UPLD-003, UPLD-004 */
export const CreateAssetDialog = ({ onClose }: { onClose: () => void }) => {
  const dialog = useCreateDialog()
  const { edited, editing, step, isBackwards } = dialog
  if (edited && editing)
    return (
      <FullScreenModal
        key="uploads"
        isOpen
        isTall
        onClose={onClose}
        title="Edit Upload"
        footer={<EditFooter dialog={dialog} />}
      >
        <Button
          kind="ghost"
          size="sm"
          className="upload-back"
          icon={<ArrowLeftIcon size={15} />}
          onClick={dialog.leaveEdit}
        >
          Back to Upload Details
        </Button>
        <UploadEdit upload={edited} meta={editing.meta} onChange={dialog.changeEdit} />
      </FullScreenModal>
    )
  return (
    <FullScreenModal
      key="uploads"
      isOpen
      isTall
      onClose={onClose}
      title="Uploads"
      description={subtitle}
      footer={<Footer dialog={dialog} />}
    >
      <Stepper step={step} />
      <div key={step} className="upload-step" data-backwards={isBackwards || undefined}>
        <Step dialog={dialog} />
      </div>
    </FullScreenModal>
  )
}
