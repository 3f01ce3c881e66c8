import { Switch } from '@playhead/ui/choices/switch.tsx'
import { useAnnotationsShown } from './use-annotations.ts'

/** METR-019 */
export const ShowAnnotationsSwitch = () => {
  const { isShown, setShown } = useAnnotationsShown()
  return (
    <Switch isOn={isShown} onChange={setShown}>
      Show annotations
    </Switch>
  )
}
