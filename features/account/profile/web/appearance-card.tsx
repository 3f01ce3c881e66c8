import { useState } from 'react'
import { Card } from '@playhead/ui/layout/card.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { chooseTheme, storedPreference, type ThemePreference } from '@playhead/ui/theme/theme.ts'

const preferences: { value: ThemePreference; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

export const AppearanceCard = () => {
  const [preference, setPreference] = useState(storedPreference)
  const choose = (next: ThemePreference) => {
    chooseTheme(next)
    setPreference(next)
  }
  return (
    <Card title="Appearance" description="Remembered in this browser.">
      <SegmentedControl
        label="Appearance"
        value={preference}
        onChange={choose}
        options={preferences}
      />
    </Card>
  )
}
