import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'

interface SaveButtonsProps {
  isChanged: boolean
  isSaving: boolean
  failure: string | undefined
  onDiscard: () => void
}

/** The foot of a form of settings. */
export const SaveButtons = ({ isChanged, isSaving, failure, onDiscard }: SaveButtonsProps) => (
  <>
    {failure && <FormMessage tone="error">{failure}</FormMessage>}
    <div className="flex justify-end gap-2">
      {isChanged && <Button onClick={onDiscard}>Discard changes</Button>}
      <Button kind="primary" type="submit" disabled={!isChanged} isLoading={isSaving}>
        Save
      </Button>
    </div>
  </>
)
