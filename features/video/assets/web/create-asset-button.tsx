import { Button } from '@playhead/ui/buttons/button.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { useLocation, useNavigate } from '@playhead/web-kit/navigation/navigation.ts'

/** This hash in the address opens the dialog. */
const dialogHash = '#create-asset'

export const CreateAssetButton = () => {
  const { href } = useLocation()
  const navigate = useNavigate()
  const open = () => navigate(href.replace(/#.*$/, '') + dialogHash)
  return (
    <Button kind="primary" icon={<PlusIcon size={14} />} onClick={open}>
      Create New Asset
    </Button>
  )
}
