import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { GetStartedDrawer } from './get-started-drawer.tsx'
import { useIntegration } from './use-integration.ts'

interface GetStartedPartProps {
  isOpen: boolean
  onClose: () => void
}

/** The dialog of the overview, on other screens of the environment. */
export const Part = ({ isOpen, onClose }: GetStartedPartProps) => {
  const { isIntegrated = false, isProcessing } = useIntegration(useParam('environmentId') ?? '')
  return (
    <GetStartedDrawer
      isOpen={isOpen}
      onClose={onClose}
      isIntegrated={isIntegrated}
      isProcessing={isProcessing}
    />
  )
}
