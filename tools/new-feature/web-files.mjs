/** The screen of a new feature: a table, and a form that adds to it. */
export function webFiles(names) {
  const { folder, kebab } = names
  return {
    [`${folder}/web/screens.ts`]: frontDoor(names),
    [`${folder}/web/${kebab}-screen.tsx`]: screen(names),
  }
}

const frontDoor = ({
  kebab,
  many,
  title,
}) => `import { webFeature } from '@playhead/web-kit/web-feature.ts'

export const ${many}Web = webFeature({
  screens: [
    {
      scope: 'organization',
      address: '${kebab}',
      title: '${title}',
      load: () => import('./${kebab}-screen.tsx'),
    },
  ],
})
`

const screen = ({
  many,
  One,
  one,
  title,
  oneTitle,
  manyWords,
}) => `import { useQuery } from '@tanstack/react-query'
import { Button } from '@playhead/ui/button.tsx'
import { Card } from '@playhead/ui/card.tsx'
import { DataTable } from '@playhead/ui/data-table.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { PageHeader } from '@playhead/ui/page-header.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { useForm } from '@playhead/web-kit/form.ts'
import { query, useCall } from '@playhead/web-kit/query.ts'
import { ${many} } from '../contract.ts'

export const Screen = () => {
  const list = useQuery(query(${many}.list, {}, { quiet: true }))
  return (
    <Stack gap={4}>
      <PageHeader title="${title}" />
      <New${One}Form />
      <DataTable
        label="${title}"
        columns={[{ id: 'name', title: 'Name', isMain: true, render: ({ name }) => name }]}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        isLoading={list.isPending}
        {...(list.isError && {
          failure: { message: 'Please try again.', onRetry: () => void list.refetch() },
        })}
        empty="No ${manyWords} yet."
      />
    </Stack>
  )
}

const New${One}Form = () => {
  const create = useCall(${many}.create, { invalidates: [${many}.list], quiet: true })
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) => ({ name: name.trim() ? undefined : 'Name is required' }),
    submit: (${one}) => create.mutateAsync({ body: { ${one} } }),
    onDone: () => form.reset(),
  })
  return (
    <Card title="New ${oneTitle.toLowerCase()}">
      <form {...form.formProps}>
        <Stack gap={3}>
          <TextField label="Name" {...form.field('name')} />
          {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
          <div>
            <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
              Create
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  )
}
`
