import { describe, expect, test } from 'vitest'
import { settingEntries } from './setting-entries.ts'
import { readSettings } from './settings.ts'

const refused = (environment: Record<string, string>) => {
  try {
    readSettings(environment)
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}

describe('settings are read in one place', () => {
  test('an empty environment gives the documented defaults', () => {
    expect(readSettings({}, '/somewhere')).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      dataFolder: '/somewhere/data',
      publicUrl: 'http://localhost:4000',
      isDemo: true,
      passwordLengthMin: 12,
      openedAddresses: false,
      databaseUrl: undefined,
    })
  })

  test.each([
    [{ PORT: 'four' }, 'The setting PORT must be a whole number from 0 to 65535; it is "four".'],
    [{ PORT: '70000' }, 'The setting PORT must be a whole number from 0 to 65535; it is "70000".'],
    [{ PLAYHEAD_DEMO: 'yes' }, 'The setting PLAYHEAD_DEMO must be 0 or 1; it is "yes".'],
    [
      { PLAYHEAD_ALLOWED_HOSTS: 'https://video.example.com' },
      'The setting PLAYHEAD_ALLOWED_HOSTS must be names such as video.example.com',
    ],
    [{ PLAYHEAD_ALLOWED_HOSTS: '*' }, 'The setting PLAYHEAD_ALLOWED_HOSTS must be names'],
    [{ PLAYHEAD_ROLES: 'api,cook' }, 'The setting PLAYHEAD_ROLES names cook'],
    [{ DATABASE_URL: 'mysql://x' }, 'The setting DATABASE_URL must be an address'],
    [{ PLAYHEAD_PASSWORD_LENGTH: '8' }, 'PLAYHEAD_PASSWORD_LENGTH must be a whole number from 12'],
    [
      { PLAYHEAD_BILLING: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' },
      'PLAYHEAD_BILLING=stripe needs STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET; not set: STRIPE_WEBHOOK_SECRET.',
    ],
    [
      { STRIPE_API_URL: 'http://stripe.example.com' },
      'STRIPE_API_URL must begin with https:, because the secret key is sent to it.',
    ],
    [
      { PLAYHEAD_BILLING: 'test', PLAYHEAD_PUBLIC_URL: 'https://video.example.com' },
      'PLAYHEAD_BILLING=test invents payments, so it is for development alone',
    ],
    [{ PLAYHEAD_TYPO: '1' }, 'The setting PLAYHEAD_TYPO is not known.'],
    [{ CLICKHOUSE_CLUSTER: 'x' }, 'CLICKHOUSE_CLUSTER and CLICKHOUSE_NODES go together'],
    [
      { CLICKHOUSE_CLUSTER: 'x', CLICKHOUSE_NODES: 'http://a:8123' },
      'CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL',
    ],
    [{ PLAYHEAD_DEMO_LIVE: '1', PLAYHEAD_DEMO: '0' }, 'PLAYHEAD_DEMO_LIVE needs PLAYHEAD_DEMO=1.'],
    [
      { PLAYHEAD_OPERATOR_CHANNELS: 'telegram:x' },
      'The setting PLAYHEAD_OPERATOR_CHANNELS must be channels such as mail:on-call@example.com',
    ],
    [{ PLAYHEAD_OPERATOR_CHANNELS: 'mail:ada' }, 'has a value for mail that cannot be used: '],
    [
      { PLAYHEAD_OPERATOR_CHANNELS: 'webhook:https://example.com' },
      'A webhook in PLAYHEAD_OPERATOR_CHANNELS needs PLAYHEAD_OPERATOR_WEBHOOK_SECRET.',
    ],
    [{ WHISPER_CLI: 'x' }, 'WHISPER_CLI and WHISPER_MODEL go together'],
    [{ GITHUB_CLIENT_ID: 'x' }, 'GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET go together'],
    [{ S3_BUCKET: 'media', S3_ENDPOINT: 'http://s3' }, 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.'],
    [{ S3_PREFIX: 'media' }, 'S3_PREFIX needs S3_BUCKET.'],
    [{ S3_PREFIX: '../up' }, 'The setting S3_PREFIX must be a folder of letters'],
    [{ S3_ENDPOINT: 's3.example.com' }, 'The setting S3_ENDPOINT must be an address'],
  ])('%j is refused with a sentence that names it', (environment, sentence) => {
    expect(refused(environment as Record<string, string>)).toContain(sentence)
  })

  test('no message repeats a setting that holds a key or a password', () => {
    expect(refused({ PLAYHEAD_OPERATOR_CHANNELS: 'pagerduty:R0UT1 NGKEY' })).not.toContain('R0UT1')
    expect(refused({ SMTP_URL: 'smpt://ada:hush@mail.example.com' })).not.toContain('hush')
  })

  test('channels of the operator are read with the secret of webhooks', () => {
    const { operatorChannels } = readSettings({
      PLAYHEAD_OPERATOR_CHANNELS: 'mail:ada@example.com, webhook:https://example.com/a:b',
      PLAYHEAD_OPERATOR_WEBHOOK_SECRET: 'hush',
    })
    expect(operatorChannels).toEqual([
      { service: 'email', value: 'ada@example.com' },
      { service: 'webhook', value: 'https://example.com/a:b', secret: 'hush' },
    ])
  })

  test('a bucket takes the place of the folder of media', () => {
    expect(readSettings({}).s3).toBeUndefined()
    expect(
      readSettings({
        S3_ENDPOINT: 'https://s3.example.com/',
        S3_BUCKET: 'media',
        S3_ACCESS_KEY_ID: 'one',
        S3_SECRET_ACCESS_KEY: 'two',
        S3_PREFIX: '/playhead/',
      }).s3,
    ).toEqual({
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
      bucket: 'media',
      accessKeyId: 'one',
      secretAccessKey: 'two',
      prefix: 'playhead',
      cacheBytes: 10 * 2 ** 30,
    })
  })

  test('every setting has a meaning for the documentation', () => {
    for (const { meaning } of Object.values(settingEntries))
      expect(meaning.length).toBeGreaterThan(15)
  })
})
