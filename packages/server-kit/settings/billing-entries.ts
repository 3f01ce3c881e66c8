import { type BillingMode, billingModes } from '@playhead/domain/plans.ts'
import { isLoopbackName } from '../http/host-name.ts'
import { fail, number, type Read, type SettingEntry, text, url } from './setting-readers.ts'

interface StripeSettings {
  secretKey: string
  webhookSecret: string
  apiUrl: string
}

const billingMode: Read = (value) =>
  billingModes.find((mode) => mode === value) ?? fail(`must be one of ${billingModes.join(', ')}`)

/** Settings of invoices and payments; a part of the list of all settings. */
export const billingEntries: Record<string, SettingEntry> = {
  PLAYHEAD_BILLING: {
    read: billingMode,
    fallback: 'showback',
    meaning:
      '`showback` shows what is used and, with prices, what it costs; `invoice` also writes invoices, which are paid by transfer, and lets admins choose a plan; `stripe` lets Stripe collect them; `test` invents payments, for development alone.',
  },
  PLAYHEAD_TRANSFER_TEXT: {
    read: text,
    fallback: '',
    meaning:
      'With PLAYHEAD_BILLING=invoice: how an invoice is paid by transfer, such as the name of the account and its IBAN; `\\n` begins a line.',
  },
  PLAYHEAD_INVOICE_FONT: {
    read: text,
    fallback: '',
    meaning:
      'A font file (TTF, OTF or WOFF) with letters that invoices need beyond Latin, Cyrillic, Greek, Chinese, Japanese and Korean ones.',
  },
  PLAYHEAD_INVOICE_SELLER: {
    read: text,
    fallback: '',
    meaning:
      'Who sells, at the top of each invoice: the name, then the lines of the address; `\\n` begins a line. The host name when unset.',
  },
  PLAYHEAD_INVOICE_EMAIL: {
    read: text,
    fallback: '',
    meaning: 'Where buyers ask about an invoice.',
  },
  PLAYHEAD_INVOICE_TAX_ID: {
    read: text,
    fallback: '',
    meaning: 'The tax id of the seller, such as DE123456789.',
  },
  PLAYHEAD_INVOICE_DUE_DAYS: {
    read: number(0, 365),
    fallback: '14',
    meaning: 'How many days after it is issued an invoice is due.',
  },
  STRIPE_SECRET_KEY: {
    read: text,
    fallback: '',
    isSecret: true,
    meaning:
      'With PLAYHEAD_BILLING=stripe and STRIPE_WEBHOOK_SECRET: the key of the account that collects.',
  },
  STRIPE_WEBHOOK_SECRET: {
    read: text,
    fallback: '',
    isSecret: true,
    meaning:
      'Signs what Stripe sends to `/ui/v1/billing/provider-events` of this server; Stripe shows it with the endpoint.',
  },
  STRIPE_API_URL: {
    read: url('https:', 'http:'),
    fallback: 'https://api.stripe.com',
    meaning:
      'Where the API of Stripe is, such as a proxy that all outgoing calls take; `http:` on this machine only.',
  },
}

const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']

interface InvoiceSettings {
  /** As it is printed. */
  seller: { name: string; address: string[]; email: string | null; tax_id: string | null }
  dueDays: number
}

const withLines = (value: string) => value.replaceAll(String.raw`\n`, '\n')

const invoiceSettingsOf = (values: Record<string, unknown>, publicUrl: string): InvoiceSettings => {
  const seller = withLines((values['PLAYHEAD_INVOICE_SELLER'] as string | undefined) ?? '')
  const [name = '', ...address] = seller
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return {
    seller: {
      name: name || new URL(publicUrl).hostname,
      address,
      email: (values['PLAYHEAD_INVOICE_EMAIL'] as string | undefined) || null,
      tax_id: (values['PLAYHEAD_INVOICE_TAX_ID'] as string | undefined) || null,
    },
    dueDays: values['PLAYHEAD_INVOICE_DUE_DAYS'] as number,
  }
}

export interface BillingSettings {
  billing: BillingMode
  invoices: InvoiceSettings
  /** How to pay by transfer, in the words of the operator. */
  transferText: string | undefined
  /** A font file that is asked for letters that the other fonts of invoices lack. */
  invoiceFont: string | undefined
  /** Set in the mode `stripe` only. */
  stripe: StripeSettings | undefined
}

export const billingSettingsOf = (
  values: Record<string, unknown>,
  publicUrl: string,
): BillingSettings => {
  const billing = values['PLAYHEAD_BILLING'] as BillingMode
  const missing = stripeNames.filter((name) => values[name] === undefined)
  if (billing === 'stripe' && missing.length > 0)
    fail(`PLAYHEAD_BILLING=stripe needs ${stripeNames.join(', ')}; not set: ${missing.join(', ')}.`)
  const { protocol, hostname } = new URL(values['STRIPE_API_URL'] as string)
  if (protocol === 'http:' && !isLoopbackName(hostname))
    fail('STRIPE_API_URL must begin with https:, because the secret key is sent to it.')
  if (billing === 'test' && !isLoopbackName(new URL(publicUrl).hostname))
    fail(
      'PLAYHEAD_BILLING=test invents payments, so it is for development alone: PLAYHEAD_PUBLIC_URL must be on this machine.',
    )
  const transferText = values['PLAYHEAD_TRANSFER_TEXT'] as string | undefined
  return {
    billing,
    invoiceFont: values['PLAYHEAD_INVOICE_FONT'] as string | undefined,
    invoices: invoiceSettingsOf(values, publicUrl),
    transferText: transferText && withLines(transferText),
    stripe:
      billing === 'stripe'
        ? {
            secretKey: values['STRIPE_SECRET_KEY'] as string,
            webhookSecret: values['STRIPE_WEBHOOK_SECRET'] as string,
            apiUrl: values['STRIPE_API_URL'] as string,
          }
        : undefined,
  }
}
