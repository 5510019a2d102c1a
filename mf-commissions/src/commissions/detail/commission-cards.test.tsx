import { screen } from '@testing-library/react';
import { renderAt } from '@paperplane/shared/testing';
import { aCommission } from '../testing/factories';
import { AgentShare } from './agent-share';
import { CommissionActions } from './commission-actions';
import { CommissionHero } from './commission-hero';
import { RelatedSale } from './related-sale';

const hrefs = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

describe('CommissionHero', () => {
  it('shows exact money, the status and the sale it belongs to', () => {
    renderAt(
      <CommissionHero
        commission={aCommission({}, { amount: 1482.5 })}
        currency="USD"
        isAdmin
        steps={[]}
        onHelp={() => {}}
      />,
    );
    expect(screen.getByText('$1,482.50')).toBeInTheDocument();
    expect(screen.getByText('Funds received')).toBeInTheDocument();
    expect(screen.getByText('13%')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'AZC-47902' })).toHaveAttribute('href', '/sales/s1');
  });

  it('gives agents their share, and names the gross commission', () => {
    renderAt(
      <CommissionHero
        commission={aCommission()}
        currency="USD"
        isAdmin={false}
        steps={[]}
        onHelp={() => {}}
      />,
    );
    const hero = screen.getByRole('region', { name: 'Commission' });
    expect(hero).toHaveTextContent('Your share of the commission on AZC-47902$889.20');
    expect(hero).toHaveTextContent('Commission$1,482.00gross');
  });
});

describe('RelatedSale', () => {
  it('links sale, customer, vendor and agent for admins', () => {
    renderAt(<RelatedSale commission={aCommission()} isAdmin />);
    expect(hrefs()).toEqual(['/sales/s1', '/customers/k1', '/vendors/v1', '/team/u1']);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('AZC-47902'),
      expect.stringContaining('Elena Duval'),
      expect.stringContaining('Azure Coast Cruises'),
      expect.stringContaining('Priya Raman'),
    ]);
  });

  it('names vendor and agent for agents, whose pages they may not open', () => {
    renderAt(<RelatedSale commission={aCommission()} isAdmin={false} />);
    expect(hrefs()).toEqual(['/sales/s1', '/customers/k1']);
    expect(screen.getByText('Azure Coast Cruises')).toBeInTheDocument();
    expect(screen.getByText('Priya Raman')).toBeInTheDocument();
  });
});

describe('AgentShare', () => {
  it('shows commission, split and what is payable', () => {
    renderAt(<AgentShare commission={aCommission()} currency="USD" />);
    expect(screen.getByRole('region', { name: 'Agent’s share' })).toHaveTextContent(
      'Commission$1,482.00Split60%Payable to Priya$889.20',
    );
  });

  it('shows of a divided split what has which', () => {
    const splitParts = [
      { split: 50, weight: 1000 },
      { split: 80, weight: 482 },
    ];
    renderAt(<AgentShare commission={aCommission({}, { splitParts })} currency="USD" />);
    expect(screen.getByText('50% of $1,000.00, 80% of $482.00')).toBeInTheDocument();
  });

  it('shows of a shared one the seller’s part, and paid once the seller is, whoever waits', () => {
    const shared = { ...aCommission({}, { amount: 100.01, agentAmount: 36.01 }), sharePercents: [60, 40] };
    const { unmount } = renderAt(<AgentShare commission={shared} currency="USD" />);
    expect(screen.getByRole('region', { name: 'Seller’s share' })).toHaveTextContent(
      'Commission$100.01Priya’s part, 60%$60.01Split60%Payable to Priya$36.01',
    );
    unmount();
    renderAt(<AgentShare commission={{ ...shared, sellerPaid: true }} currency="USD" />);
    expect(screen.getByText('Paid to Priya')).toBeInTheDocument();
  });

  it('says paid once it is', () => {
    renderAt(<AgentShare commission={aCommission({ agentPaid: true })} currency="USD" />);
    expect(screen.getByText('Paid to Priya')).toBeInTheDocument();
  });
});

describe('CommissionActions', () => {
  const names = () => screen.getAllByRole('button').map((button) => button.textContent);

  it('offers the payment when the agent can be paid now', () => {
    renderAt(<CommissionActions commission={aCommission()} held={false} onOpen={() => {}} />);
    expect(names()).toEqual(['Change status', 'Record payment']);
  });

  it('does not offer it while the commission is held', () => {
    renderAt(<CommissionActions commission={aCommission()} held onOpen={() => {}} />);
    expect(names()).toEqual(['Change status']);
  });

  it('does not offer it while unpaid', () => {
    renderAt(<CommissionActions commission={aCommission({ paid: false })} held={false} onOpen={() => {}} />);
    expect(names()).toEqual(['Change status']);
  });

  it.each([{ agentPaid: true }, { cancelled: true }])(
    'offers nothing that leads nowhere: %j is final',
    (words) => {
      renderAt(<CommissionActions commission={aCommission(words)} held={false} onOpen={() => {}} />);
      expect(screen.queryByRole('button')).not.toBeInTheDocument();
    },
  );
});
