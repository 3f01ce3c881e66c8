import { useState } from 'react'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { CodeEditor } from '@playhead/ui/code/code-editor.tsx'
import { ComboBox } from '@playhead/ui/choices/combo-box.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { InlineTitleEditor } from '@playhead/ui/fields/inline-title-editor.tsx'
import { Inline } from '@playhead/ui/layout/layout.tsx'
import { MultiLineInput } from '@playhead/ui/fields/multi-line-input.tsx'
import { MultiSelect } from '@playhead/ui/choices/multi-select.tsx'
import { PasswordField } from '@playhead/ui/fields/password-field.tsx'
import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { SearchField } from '@playhead/ui/fields/search-field.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { Select } from '@playhead/ui/choices/select.tsx'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { KitSection } from './kit-section.tsx'

const regions = [
  { value: 'eu-central', label: 'Frankfurt' },
  { value: 'eu-west', label: 'Dublin' },
  { value: 'us-east', label: 'Virginia', description: 'Nearest to most of your viewers' },
  { value: 'ap-south', label: 'Mumbai', isDisabled: true },
]

function TextInputs() {
  const [note, setNote] = useState('Switched the player to the new build.')
  const [search, setSearch] = useState('harbour')
  const [title, setTitle] = useState('Late Harbour, S2 E4')
  const [settings, setSettings] = useState('{\n  "playback_policy": ["public"],\n  "test": true\n}')
  return (
    <KitSection id="text-inputs" title="Text inputs">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label="Name" description="Shown to your team." defaultValue="Northlight TV" />
        <TextField label="Email" type="email" placeholder="you@company.com" isRequired />
        <TextField label="Email with an error" defaultValue="mara@" error="Invalid email" />
        <TextField
          label="Email with an error at the top"
          defaultValue="mara@"
          error="Invalid email"
          errorPosition="top"
        />
        <PasswordField label="Password" defaultValue="correct horse" autoComplete="off" />
        <TextField label="Not editable now" defaultValue="Fixed by your plan" isDisabled />
        <SearchField label="Search assets" value={search} onChange={setSearch} />
        <TextField label="Playback id" isMono defaultValue="uNbxnGLKJ00yfbijDO8COxTOyVKT01xpx" />
      </div>
      <MultiLineInput label="Note" value={note} onChange={setNote} maxLength={200} />
      <h3 className="text-xl">
        <InlineTitleEditor label="Edit title" value={title} onSave={setTitle} maxLength={511} />
      </h3>
      <CodeEditor label="Asset settings" value={settings} onChange={setSettings} />
      <FormMessage tone="error">Email or password is wrong. Try again.</FormMessage>
      <FormMessage tone="success">Your password was changed.</FormMessage>
    </KitSection>
  )
}

function Choices() {
  const [quality, setQuality] = useState('plus')
  const [measurement, setMeasurement] = useState('avg')
  const [isOn, setIsOn] = useState(true)
  return (
    <KitSection id="choices" title="Choices">
      <Inline gap={5}>
        <Checkbox defaultChecked description="Viewers see them on the chart.">
          Show annotations
        </Checkbox>
        <Checkbox>Normalize audio</Checkbox>
        <Checkbox isIndeterminate>Some environments</Checkbox>
        <Checkbox isDisabled>Not on your plan</Checkbox>
      </Inline>
      <RadioGroup
        label="Video quality"
        value={quality}
        onChange={setQuality}
        options={[
          { value: 'basic', label: 'Basic', description: 'Up to 1080p.' },
          { value: 'plus', label: 'Plus', description: 'Up to 2160p.' },
          { value: 'premium', label: 'Premium', isDisabled: true },
        ]}
      />
      <Inline gap={5}>
        <Switch isOn={isOn} onChange={setIsOn}>
          Compare with the day before
        </Switch>
        <Switch defaultOn={false}>Live</Switch>
        <Switch isDisabled>Not available</Switch>
      </Inline>
      <SegmentedControl
        label="Measurement"
        value={measurement}
        onChange={setMeasurement}
        options={[
          { value: 'avg', label: 'Average' },
          { value: 'median', label: 'Median' },
          { value: '95th', label: '95th' },
        ]}
      />
    </KitSection>
  )
}

function Selects() {
  const [region, setRegion] = useState<string | null>(null)
  const [several, setSeveral] = useState(['eu-west'])
  const [text, setText] = useState('')
  return (
    <KitSection id="selects" title="Selects">
      <div className="grid gap-4 md:grid-cols-2">
        <Select label="Region" value={region} onChange={setRegion} options={regions} />
        <Select
          label="Region with an error"
          value={region}
          onChange={setRegion}
          options={regions}
          error="Choose a region"
        />
        <MultiSelect label="Regions" values={several} onChange={setSeveral} options={regions} />
        <ComboBox
          label="City"
          value={text}
          onChange={setText}
          options={regions}
          placeholder="Start typing"
        />
      </div>
    </KitSection>
  )
}

export const KitFields = () => {
  return (
    <>
      <TextInputs />
      <Choices />
      <Selects />
    </>
  )
}
