import { CheckIcon } from '@playhead/ui/icons/icons.ts'
import { type DialogStep, dialogSteps } from './use-create-dialog.ts'

const names: Record<DialogStep, string> = {
  select: 'Select',
  details: 'Details',
  settings: 'Settings',
}

/** UPLD-005, UPLD-006 */
export const Stepper = ({ step }: { step: DialogStep }) => {
  const current = dialogSteps.indexOf(step)
  return (
    <ol className="upload-steps" aria-label="Steps">
      {dialogSteps.map((name, index) => (
        <li
          key={name}
          aria-current={name === step ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          <span className="upload-step-number">
            {index < current ? <CheckIcon size={13} label="Done" /> : index + 1}
          </span>
          {names[name]}
        </li>
      ))}
    </ol>
  )
}
