/** The screen of a new feature: a table in pages, a dialog in which admins add rows, and a test of both. */
export const webFiles = (names) => {
  const { folder, kebab, oneKebab } = names
  return {
    [`${folder}/web/screens.ts`]: frontDoor(names),
    [`${folder}/web/${kebab}-screen.tsx`]: screen(names),
    [`${folder}/web/use-${kebab}.ts`]: pages(names),
    [`${folder}/web/create-${oneKebab}-dialog.tsx`]: dialog(names),
    [`${folder}/web/${kebab}-screen.test.tsx`]: tests(names),
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

const pages = ({
  many,
  Many,
  one,
}) => `import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { ${many} } from '../contract.ts'

export const ${one}PageSize = pageLimits.defaultLimit

export const use${Many} = () => {
  const paging = usePageParameter()
  const list = useQuery({
    ...query(
      ${many}.list,
      { query: { page: paging.page, limit: ${one}PageSize } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, ${one}PageSize, list)
  return { ...paging, list }
}
`

const screen = ({
  kebab,
  Many,
  one,
  One,
  oneKebab,
  title,
  oneWords,
  manyWords,
}) => `import { Button } from '@playhead/ui/buttons/button.tsx'
import { DataTable } from '@playhead/ui/tables/data-table.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { Pagination } from '@playhead/ui/tables/pagination.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { AdminGuard } from '@playhead/web-kit/session/guards.tsx'
import { ${one}PageSize, use${Many} } from './use-${kebab}.ts'

const Create${One}Dialog = lazyDialog(
  'Create${One}Dialog',
  () => import('./create-${oneKebab}-dialog.tsx'),
)

export const Screen = () => {
  const { list, page, hrefFor } = use${Many}()
  const creation = useToggle()
  const totalCount = list.data?.totalRowCount ?? 0
  return (
    <Stack gap={4}>
      <PageHeader title="${title}">
        <AdminGuard>
          <Button kind="primary" icon={<PlusIcon />} onClick={creation.open}>
            Create ${oneWords}
          </Button>
        </AdminGuard>
      </PageHeader>
      <DataTable
        label="${title}"
        columns={[{ id: 'name', title: 'Name', isMain: true, render: ({ name }) => name }]}
        rows={list.data?.data}
        rowKey={({ id }) => id}
        failure={
          list.isLoadingError
            ? { message: list.error.message, onRetry: () => void list.refetch() }
            : undefined
        }
        empty="No ${manyWords} yet."
        footer={
          totalCount > ${one}PageSize && (
            <Pagination
              page={page}
              pageSize={${one}PageSize}
              totalCount={totalCount}
              hrefFor={hrefFor}
              label="Pages of ${manyWords}"
            />
          )
        }
      />
      <Create${One}Dialog isOpen={creation.isOpen} onClose={creation.close} />
    </Stack>
  )
}
`

const dialog = ({
  many,
  One,
  one,
  oneTitle,
  oneWords,
}) => `import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { ${many}, ${one}Limits } from '../contract.ts'

interface Create${One}DialogProps {
  isOpen: boolean
  onClose: () => void
}

export const Create${One}Dialog = (props: Create${One}DialogProps) => {
  const create = useCall(${many}.create, { invalidates: [${many}.list], quiet: true })
  return (
    <FormDialog
      {...props}
      title="Create ${oneWords}"
      initial={{ name: '' }}
      validate={({ name }) => ({ name: name.trim() ? undefined : 'Name is required' })}
      submit={(${one}) => create.mutateAsync({ body: { ${one} } })}
      submitLabel="Create"
      doneToast="${oneTitle} created"
    >
      {(form) => (
        <TextField
          {...form.field('name')}
          label="Name"
          autoComplete="off"
          autoFocus
          maxLength={${one}Limits.nameMax}
        />
      )}
    </FormDialog>
  )
}
`

const tests = ({
  kebab,
  wire,
  oneWords,
  manyWords,
}) => `import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import { Screen } from './${kebab}-screen.tsx'

const path = '/ui/v1/${kebab}'
const harbour = { id: ids.user, name: 'Harbour', created_at: '2026-03-04T12:00:00.000Z' }

afterEach(stopScreens)

test('what is created is in the list', async () => {
  let rows: object[] = []
  const { requests } = await openScreen(Screen, {
    api: {
      [\`GET \${path}\`]: () => ({
        body: { data: rows, total_row_count: rows.length, page: 1, limit: 25 },
      }),
      [\`POST \${path}\`]: () => {
        rows = [harbour]
        return { status: 201, body: { data: harbour } }
      },
    },
  })
  expect(await screen.findByText('No ${manyWords} yet.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create ${oneWords}' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  expect(await within(dialog).findByText('Name is required')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Harbour')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Harbour')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    ${wire}: { name: 'Harbour' },
  })
})

test('a member sees the list, and nothing to create with', async () => {
  const session = aSession({ organization: anOrganization({ isAdmin: false }) })
  await openScreen(Screen, {
    session,
    api: {
      [\`GET \${path}\`]: () => ({
        body: { data: [harbour], total_row_count: 1, page: 1, limit: 25 },
      }),
    },
  })
  expect(await screen.findByText('Harbour')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create ${oneWords}' })).toBeNull()
})

test('what does not fit on the first page is on the next', async () => {
  await openScreen(Screen, {
    api: {
      [\`GET \${path}\`]: ({ search }) => ({
        body: {
          data: [{ ...harbour, name: \`Of page \${search.get('page')}\` }],
          total_row_count: 26,
          page: Number(search.get('page')),
          limit: 25,
        },
      }),
    },
  })
  expect(await screen.findByText('Of page 1')).toBeTruthy()
  const pages = screen.getByRole('navigation', { name: 'Pages of ${manyWords}' })
  await userEvent.click(within(pages).getByRole('link', { name: 'Next page' }))
  expect(await screen.findByText('Of page 2')).toBeTruthy()
})
`
