import { NameField, PhoneField } from '~/ui/person-fields'
import { AccountForm, type AccountRefusal, accountField, accountValue } from './account-form'
import { AccountSection } from './account-section'

interface DetailsSectionProps {
  profile: { name: string; phone: string }
  refusal: AccountRefusal | undefined
}

export function DetailsSection({ profile, refusal }: DetailsSectionProps) {
  return (
    <AccountSection id="details" title="Profile">
      <AccountForm
        intent="details"
        label="Name and phone"
        button="Save"
        variant="ink"
        refusal={refusal}
        order={['name', 'phone']}
      >
        <NameField
          value={accountValue('details', 'name', refusal, profile.name)}
          {...accountField('details', 'name', refusal)}
        />
        <PhoneField
          hint="So we can reach you on the day of your session."
          value={accountValue('details', 'phone', refusal, profile.phone)}
          {...accountField('details', 'phone', refusal)}
        />
      </AccountForm>
    </AccountSection>
  )
}
