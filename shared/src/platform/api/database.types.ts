// Generated from the migrations by `npm run gen`; a database test compares it. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      agent_payments: {
        Row: {
          agent_id: string;
          amount: number;
          batch_id: string | null;
          commission_id: string | null;
          created_at: string;
          created_by: string | null;
          id: string;
          notes: string | null;
          organization_id: string;
          payment_date: string;
          payment_method: string;
          posted_on: string;
          reference: string | null;
          share_id: string;
        };
        Insert: {
          agent_id: string;
          amount: number;
          batch_id?: string | null;
          commission_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          notes?: string | null;
          organization_id: string;
          payment_date: string;
          payment_method: string;
          posted_on: string;
          reference?: string | null;
          share_id: string;
        };
        Update: {
          agent_id?: string;
          amount?: number;
          batch_id?: string | null;
          commission_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          notes?: string | null;
          organization_id?: string;
          payment_date?: string;
          payment_method?: string;
          posted_on?: string;
          reference?: string | null;
          share_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'agent_payments_agent_id_fkey';
            columns: ['agent_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'agent_payments_batch_id_fkey';
            columns: ['organization_id', 'batch_id'];
            isOneToOne: false;
            referencedRelation: 'payout_batches';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'agent_payments_commission_id_fkey';
            columns: ['commission_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'commissions';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'agent_payments_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'agent_payments_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'agent_payments_share_id_fkey';
            columns: ['organization_id', 'share_id'];
            isOneToOne: false;
            referencedRelation: 'commission_shares';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      agreement_versions: {
        Row: {
          category_splits: Json;
          created_at: string;
          created_by: string | null;
          default_split: number;
          id: string;
          number: number;
          organization_id: string;
          overrides: Json;
          replaced_at: string | null;
          tiers: Json | null;
          user_id: string;
          valid_from: string;
          vendor_splits: Json;
        };
        Insert: {
          category_splits?: Json;
          created_at?: string;
          created_by?: string | null;
          default_split: number;
          id?: string;
          number: number;
          organization_id: string;
          overrides?: Json;
          replaced_at?: string | null;
          tiers?: Json | null;
          user_id: string;
          valid_from: string;
          vendor_splits?: Json;
        };
        Update: {
          category_splits?: Json;
          created_at?: string;
          created_by?: string | null;
          default_split?: number;
          id?: string;
          number?: number;
          organization_id?: string;
          overrides?: Json;
          replaced_at?: string | null;
          tiers?: Json | null;
          user_id?: string;
          valid_from?: string;
          vendor_splits?: Json;
        };
        Relationships: [
          {
            foreignKeyName: 'agreement_versions_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'agreement_versions_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'agreement_versions_user_id_fkey';
            columns: ['user_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      bank_accounts: {
        Row: {
          archived_at: string | null;
          balance: number | null;
          balance_on: string | null;
          created_at: string;
          created_by: string | null;
          currency: string;
          id: string;
          institution: string | null;
          last_four: string | null;
          name: string;
          organization_id: string;
          updated_at: string;
          version: number;
        };
        Insert: {
          archived_at?: string | null;
          balance?: number | null;
          balance_on?: string | null;
          created_at?: string;
          created_by?: string | null;
          currency: string;
          id?: string;
          institution?: string | null;
          last_four?: string | null;
          name: string;
          organization_id: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          archived_at?: string | null;
          balance?: number | null;
          balance_on?: string | null;
          created_at?: string;
          created_by?: string | null;
          currency?: string;
          id?: string;
          institution?: string | null;
          last_four?: string | null;
          name?: string;
          organization_id?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_accounts_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'bank_accounts_currency_fkey';
            columns: ['organization_id', 'currency'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id', 'currency'];
          },
          {
            foreignKeyName: 'bank_accounts_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      bank_allocations: {
        Row: {
          amount: number;
          commission_id: string;
          created_at: string;
          created_by: string | null;
          id: string;
          organization_id: string;
          posted_on: string;
          replaced_amount: number;
          takes_day: boolean;
          transaction_id: string;
          write_off_amount: number;
          write_off_reason: string | null;
        };
        Insert: {
          amount: number;
          commission_id: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          organization_id: string;
          posted_on: string;
          replaced_amount?: number;
          takes_day?: boolean;
          transaction_id: string;
          write_off_amount?: number;
          write_off_reason?: string | null;
        };
        Update: {
          amount?: number;
          commission_id?: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          organization_id?: string;
          posted_on?: string;
          replaced_amount?: number;
          takes_day?: boolean;
          transaction_id?: string;
          write_off_amount?: number;
          write_off_reason?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_allocations_commission_id_fkey';
            columns: ['organization_id', 'commission_id'];
            isOneToOne: false;
            referencedRelation: 'commissions';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_allocations_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'bank_allocations_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_allocations_transaction_id_fkey';
            columns: ['organization_id', 'transaction_id'];
            isOneToOne: false;
            referencedRelation: 'bank_transactions';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      bank_connection_accounts: {
        Row: {
          account_id: string | null;
          balance: number | null;
          balance_on: string | null;
          connection_id: string;
          created_at: string;
          currency: string;
          ended_at: string | null;
          id: string;
          institution: string | null;
          kind: string | null;
          last_four: string | null;
          left_out: boolean;
          name: string;
          organization_id: string;
          provider_account_id: string;
          since: string | null;
          through: string | null;
        };
        Insert: {
          account_id?: string | null;
          balance?: number | null;
          balance_on?: string | null;
          connection_id: string;
          created_at?: string;
          currency: string;
          ended_at?: string | null;
          id?: string;
          institution?: string | null;
          kind?: string | null;
          last_four?: string | null;
          left_out?: boolean;
          name: string;
          organization_id: string;
          provider_account_id: string;
          since?: string | null;
          through?: string | null;
        };
        Update: {
          account_id?: string | null;
          balance?: number | null;
          balance_on?: string | null;
          connection_id?: string;
          created_at?: string;
          currency?: string;
          ended_at?: string | null;
          id?: string;
          institution?: string | null;
          kind?: string | null;
          last_four?: string | null;
          left_out?: boolean;
          name?: string;
          organization_id?: string;
          provider_account_id?: string;
          since?: string | null;
          through?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_connection_accounts_account_id_fkey';
            columns: ['organization_id', 'account_id'];
            isOneToOne: false;
            referencedRelation: 'bank_accounts';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_connection_accounts_connection_id_fkey';
            columns: ['organization_id', 'connection_id'];
            isOneToOne: false;
            referencedRelation: 'bank_connections';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_connection_accounts_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      bank_connections: {
        Row: {
          begun_at: string | null;
          code: string | null;
          created_at: string;
          created_by: string | null;
          disconnected_at: string | null;
          disconnected_by: string | null;
          expires_at: string | null;
          expiry_told: number | null;
          id: string;
          institution: string | null;
          label: string;
          last_added: number;
          last_success_at: string | null;
          last_tried_at: string | null;
          next_try_at: string | null;
          organization_id: string;
          provider: string;
          state: string;
          tries: number;
          updated_at: string;
          version: number;
          words: string | null;
        };
        Insert: {
          begun_at?: string | null;
          code?: string | null;
          created_at?: string;
          created_by?: string | null;
          disconnected_at?: string | null;
          disconnected_by?: string | null;
          expires_at?: string | null;
          expiry_told?: number | null;
          id?: string;
          institution?: string | null;
          label?: string;
          last_added?: number;
          last_success_at?: string | null;
          last_tried_at?: string | null;
          next_try_at?: string | null;
          organization_id: string;
          provider: string;
          state?: string;
          tries?: number;
          updated_at?: string;
          version?: number;
          words?: string | null;
        };
        Update: {
          begun_at?: string | null;
          code?: string | null;
          created_at?: string;
          created_by?: string | null;
          disconnected_at?: string | null;
          disconnected_by?: string | null;
          expires_at?: string | null;
          expiry_told?: number | null;
          id?: string;
          institution?: string | null;
          label?: string;
          last_added?: number;
          last_success_at?: string | null;
          last_tried_at?: string | null;
          next_try_at?: string | null;
          organization_id?: string;
          provider?: string;
          state?: string;
          tries?: number;
          updated_at?: string;
          version?: number;
          words?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_connections_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'bank_connections_disconnected_by_fkey';
            columns: ['disconnected_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'bank_connections_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      bank_decisions: {
        Row: {
          action: string;
          decided_at: string;
          decided_by: string | null;
          details: Json;
          group_id: string;
          id: string;
          organization_id: string;
          transaction_id: string;
        };
        Insert: {
          action: string;
          decided_at?: string;
          decided_by?: string | null;
          details?: Json;
          group_id: string;
          id?: string;
          organization_id: string;
          transaction_id: string;
        };
        Update: {
          action?: string;
          decided_at?: string;
          decided_by?: string | null;
          details?: Json;
          group_id?: string;
          id?: string;
          organization_id?: string;
          transaction_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_decisions_decided_by_fkey';
            columns: ['decided_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'bank_decisions_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      bank_imports: {
        Row: {
          account_id: string;
          added: number;
          balance: number | null;
          balance_on: string | null;
          broken: number;
          broken_lines: Json;
          connection_id: string | null;
          created_at: string;
          created_by: string | null;
          file_hash: string;
          file_name: string;
          finished_at: string | null;
          first_on: string | null;
          format: string;
          here: number;
          id: string;
          last_on: string | null;
          organization_id: string;
          status: string;
          total_lines: number;
          undone_at: string | null;
          undone_by: string | null;
        };
        Insert: {
          account_id: string;
          added?: number;
          balance?: number | null;
          balance_on?: string | null;
          broken?: number;
          broken_lines?: Json;
          connection_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          file_hash: string;
          file_name: string;
          finished_at?: string | null;
          first_on?: string | null;
          format: string;
          here?: number;
          id?: string;
          last_on?: string | null;
          organization_id: string;
          status?: string;
          total_lines: number;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Update: {
          account_id?: string;
          added?: number;
          balance?: number | null;
          balance_on?: string | null;
          broken?: number;
          broken_lines?: Json;
          connection_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          file_hash?: string;
          file_name?: string;
          finished_at?: string | null;
          first_on?: string | null;
          format?: string;
          here?: number;
          id?: string;
          last_on?: string | null;
          organization_id?: string;
          status?: string;
          total_lines?: number;
          undone_at?: string | null;
          undone_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_imports_account_id_fkey';
            columns: ['organization_id', 'account_id'];
            isOneToOne: false;
            referencedRelation: 'bank_accounts';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_imports_connection_id_fkey';
            columns: ['organization_id', 'connection_id'];
            isOneToOne: false;
            referencedRelation: 'bank_connections';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_imports_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'bank_imports_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_imports_undone_by_fkey';
            columns: ['undone_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      bank_other_allocations: {
        Row: {
          amount: number;
          created_at: string;
          created_by: string | null;
          explains_receipt: boolean;
          id: string;
          organization_id: string;
          other_commission_id: string;
          transaction_id: string;
        };
        Insert: {
          amount: number;
          created_at?: string;
          created_by?: string | null;
          explains_receipt?: boolean;
          id?: string;
          organization_id: string;
          other_commission_id: string;
          transaction_id: string;
        };
        Update: {
          amount?: number;
          created_at?: string;
          created_by?: string | null;
          explains_receipt?: boolean;
          id?: string;
          organization_id?: string;
          other_commission_id?: string;
          transaction_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_other_allocations_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'bank_other_allocations_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_other_allocations_other_commission_id_fkey';
            columns: ['organization_id', 'other_commission_id'];
            isOneToOne: false;
            referencedRelation: 'other_commissions';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_other_allocations_transaction_id_fkey';
            columns: ['organization_id', 'transaction_id'];
            isOneToOne: false;
            referencedRelation: 'bank_transactions';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      bank_patterns: {
        Row: {
          category: string | null;
          confirmations: number;
          id: string;
          last_used_at: string;
          organization_id: string;
          payer_key: string;
          vendor_id: string | null;
        };
        Insert: {
          category?: string | null;
          confirmations?: number;
          id?: string;
          last_used_at?: string;
          organization_id: string;
          payer_key: string;
          vendor_id?: string | null;
        };
        Update: {
          category?: string | null;
          confirmations?: number;
          id?: string;
          last_used_at?: string;
          organization_id?: string;
          payer_key?: string;
          vendor_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_patterns_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_patterns_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      bank_questions: {
        Row: {
          answer: string | null;
          answered_at: string | null;
          answered_by: string | null;
          asked_at: string;
          connection_id: string;
          id: string;
          kind: string;
          new_amount: number | null;
          new_on: string | null;
          organization_id: string;
          transaction_id: string;
        };
        Insert: {
          answer?: string | null;
          answered_at?: string | null;
          answered_by?: string | null;
          asked_at?: string;
          connection_id: string;
          id?: string;
          kind: string;
          new_amount?: number | null;
          new_on?: string | null;
          organization_id: string;
          transaction_id: string;
        };
        Update: {
          answer?: string | null;
          answered_at?: string | null;
          answered_by?: string | null;
          asked_at?: string;
          connection_id?: string;
          id?: string;
          kind?: string;
          new_amount?: number | null;
          new_on?: string | null;
          organization_id?: string;
          transaction_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_questions_answered_by_fkey';
            columns: ['answered_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'bank_questions_connection_id_fkey';
            columns: ['organization_id', 'connection_id'];
            isOneToOne: false;
            referencedRelation: 'bank_connections';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_questions_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_questions_transaction_id_fkey';
            columns: ['organization_id', 'transaction_id'];
            isOneToOne: false;
            referencedRelation: 'bank_transactions';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      bank_remittance_lines: {
        Row: {
          amount: number;
          commission_id: string | null;
          dates: string | null;
          gross_amount: number | null;
          id: string;
          line_number: number;
          name: string | null;
          note: string | null;
          organization_id: string;
          reference: string | null;
          remittance_id: string;
        };
        Insert: {
          amount: number;
          commission_id?: string | null;
          dates?: string | null;
          gross_amount?: number | null;
          id?: string;
          line_number: number;
          name?: string | null;
          note?: string | null;
          organization_id: string;
          reference?: string | null;
          remittance_id: string;
        };
        Update: {
          amount?: number;
          commission_id?: string | null;
          dates?: string | null;
          gross_amount?: number | null;
          id?: string;
          line_number?: number;
          name?: string | null;
          note?: string | null;
          organization_id?: string;
          reference?: string | null;
          remittance_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_remittance_lines_commission_id_fkey';
            columns: ['organization_id', 'commission_id'];
            isOneToOne: false;
            referencedRelation: 'commissions';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_remittance_lines_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_remittance_lines_remittance_id_fkey';
            columns: ['organization_id', 'remittance_id'];
            isOneToOne: false;
            referencedRelation: 'bank_remittances';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      bank_remittances: {
        Row: {
          created_at: string;
          created_by: string | null;
          deposit_id: string | null;
          document_id: string | null;
          expected_on: string | null;
          fee_amount: number;
          fees: Json;
          file_name: string | null;
          id: string;
          left_out: Json;
          organization_id: string;
          source: string;
          state: string;
          total_amount: number;
          transaction_id: string | null;
          vendor_id: string | null;
          version: number;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          deposit_id?: string | null;
          document_id?: string | null;
          expected_on?: string | null;
          fee_amount?: number;
          fees?: Json;
          file_name?: string | null;
          id?: string;
          left_out?: Json;
          organization_id: string;
          source?: string;
          state?: string;
          total_amount?: number;
          transaction_id?: string | null;
          vendor_id?: string | null;
          version?: number;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          deposit_id?: string | null;
          document_id?: string | null;
          expected_on?: string | null;
          fee_amount?: number;
          fees?: Json;
          file_name?: string | null;
          id?: string;
          left_out?: Json;
          organization_id?: string;
          source?: string;
          state?: string;
          total_amount?: number;
          transaction_id?: string | null;
          vendor_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_remittances_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'bank_remittances_deposit_id_fkey';
            columns: ['organization_id', 'deposit_id'];
            isOneToOne: true;
            referencedRelation: 'bank_transactions';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_remittances_document_id_fkey';
            columns: ['organization_id', 'document_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_remittances_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_remittances_transaction_id_fkey';
            columns: ['organization_id', 'transaction_id'];
            isOneToOne: true;
            referencedRelation: 'bank_transactions';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_remittances_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      bank_rules: {
        Row: {
          account_id: string | null;
          amount_from: number | null;
          amount_to: number | null;
          category: string | null;
          created_at: string;
          created_by: string | null;
          direction: string | null;
          id: string;
          is_active: boolean;
          organization_id: string;
          payer_key: string | null;
          position: number;
          text_contains: string | null;
          updated_at: string;
          vendor_id: string | null;
          version: number;
        };
        Insert: {
          account_id?: string | null;
          amount_from?: number | null;
          amount_to?: number | null;
          category?: string | null;
          created_at?: string;
          created_by?: string | null;
          direction?: string | null;
          id?: string;
          is_active?: boolean;
          organization_id: string;
          payer_key?: string | null;
          position: number;
          text_contains?: string | null;
          updated_at?: string;
          vendor_id?: string | null;
          version?: number;
        };
        Update: {
          account_id?: string | null;
          amount_from?: number | null;
          amount_to?: number | null;
          category?: string | null;
          created_at?: string;
          created_by?: string | null;
          direction?: string | null;
          id?: string;
          is_active?: boolean;
          organization_id?: string;
          payer_key?: string | null;
          position?: number;
          text_contains?: string | null;
          updated_at?: string;
          vendor_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_rules_account_id_fkey';
            columns: ['organization_id', 'account_id'];
            isOneToOne: false;
            referencedRelation: 'bank_accounts';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_rules_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'bank_rules_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_rules_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      bank_suggestions: {
        Row: {
          certainty: string;
          commission_id: string;
          difference: number;
          id: string;
          kind: string;
          organization_id: string;
          parts: Json;
          rank: number;
          reasons: Json;
          transaction_id: string;
        };
        Insert: {
          certainty: string;
          commission_id: string;
          difference?: number;
          id?: string;
          kind: string;
          organization_id: string;
          parts: Json;
          rank: number;
          reasons: Json;
          transaction_id: string;
        };
        Update: {
          certainty?: string;
          commission_id?: string;
          difference?: number;
          id?: string;
          kind?: string;
          organization_id?: string;
          parts?: Json;
          rank?: number;
          reasons?: Json;
          transaction_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_suggestions_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_suggestions_transaction_id_fkey';
            columns: ['organization_id', 'transaction_id'];
            isOneToOne: false;
            referencedRelation: 'bank_transactions';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      bank_transactions: {
        Row: {
          account_id: string;
          alike_key: string | null;
          amount: number;
          bank_id: string | null;
          booked_on: string;
          category: string | null;
          certainty: string | null;
          counterparty: string | null;
          created_at: string;
          fee_amount: number;
          id: string;
          import_id: string;
          line_key: string;
          line_number: number;
          matching_due: boolean;
          numbers: string[];
          organization_id: string;
          payer_key: string | null;
          reference: string | null;
          rule_id: string | null;
          rule_vendor_id: string | null;
          status: string;
          text: string;
          unclaimed_amount: number;
          updated_at: string;
          value_on: string | null;
          vendor_id: string | null;
          version: number;
        };
        Insert: {
          account_id: string;
          alike_key?: string | null;
          amount: number;
          bank_id?: string | null;
          booked_on: string;
          category?: string | null;
          certainty?: string | null;
          counterparty?: string | null;
          created_at?: string;
          fee_amount?: number;
          id?: string;
          import_id: string;
          line_key: string;
          line_number: number;
          matching_due?: boolean;
          numbers?: string[];
          organization_id: string;
          payer_key?: string | null;
          reference?: string | null;
          rule_id?: string | null;
          rule_vendor_id?: string | null;
          status?: string;
          text: string;
          unclaimed_amount?: number;
          updated_at?: string;
          value_on?: string | null;
          vendor_id?: string | null;
          version?: number;
        };
        Update: {
          account_id?: string;
          alike_key?: string | null;
          amount?: number;
          bank_id?: string | null;
          booked_on?: string;
          category?: string | null;
          certainty?: string | null;
          counterparty?: string | null;
          created_at?: string;
          fee_amount?: number;
          id?: string;
          import_id?: string;
          line_key?: string;
          line_number?: number;
          matching_due?: boolean;
          numbers?: string[];
          organization_id?: string;
          payer_key?: string | null;
          reference?: string | null;
          rule_id?: string | null;
          rule_vendor_id?: string | null;
          status?: string;
          text?: string;
          unclaimed_amount?: number;
          updated_at?: string;
          value_on?: string | null;
          vendor_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'bank_transactions_account_id_fkey';
            columns: ['organization_id', 'account_id'];
            isOneToOne: false;
            referencedRelation: 'bank_accounts';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_transactions_import_id_fkey';
            columns: ['organization_id', 'import_id'];
            isOneToOne: false;
            referencedRelation: 'bank_imports';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_transactions_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'bank_transactions_rule_id_fkey';
            columns: ['organization_id', 'rule_id'];
            isOneToOne: false;
            referencedRelation: 'bank_rules';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'bank_transactions_rule_vendor_id_fkey';
            columns: ['rule_vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'bank_transactions_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      book_corrections: {
        Row: {
          commission_after: number;
          commission_before: number;
          commission_id: string;
          created_at: string;
          created_by: string | null;
          id: string;
          kind: string;
          organization_id: string;
          posted_on: string;
          sales_id: string;
          total_after: number;
          total_before: number;
        };
        Insert: {
          commission_after: number;
          commission_before: number;
          commission_id: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          kind: string;
          organization_id: string;
          posted_on: string;
          sales_id: string;
          total_after: number;
          total_before: number;
        };
        Update: {
          commission_after?: number;
          commission_before?: number;
          commission_id?: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          kind?: string;
          organization_id?: string;
          posted_on?: string;
          sales_id?: string;
          total_after?: number;
          total_before?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'book_corrections_commission_id_fkey';
            columns: ['organization_id', 'commission_id'];
            isOneToOne: false;
            referencedRelation: 'commissions';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'book_corrections_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'book_corrections_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'book_corrections_sales_id_fkey';
            columns: ['sales_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'sales';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      commission_history: {
        Row: {
          change_type: string;
          changed_by: string | null;
          code: string | null;
          commission_id: string;
          created_at: string;
          id: string;
          new_data: Json | null;
          new_status: string;
          notes: string | null;
          organization_id: string;
          params: Json;
          previous_data: Json | null;
          previous_status: string | null;
        };
        Insert: {
          change_type: string;
          changed_by?: string | null;
          code?: string | null;
          commission_id: string;
          created_at?: string;
          id?: string;
          new_data?: Json | null;
          new_status: string;
          notes?: string | null;
          organization_id: string;
          params?: Json;
          previous_data?: Json | null;
          previous_status?: string | null;
        };
        Update: {
          change_type?: string;
          changed_by?: string | null;
          code?: string | null;
          commission_id?: string;
          created_at?: string;
          id?: string;
          new_data?: Json | null;
          new_status?: string;
          notes?: string | null;
          organization_id?: string;
          params?: Json;
          previous_data?: Json | null;
          previous_status?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'commission_history_changed_by_fkey';
            columns: ['changed_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'commission_history_commission_id_fkey';
            columns: ['commission_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'commissions';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'commission_history_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      commission_shares: {
        Row: {
          agent_amount: number;
          base: string | null;
          commission_id: string | null;
          counted_on: string;
          created_at: string;
          gross_part: number;
          id: string;
          organization_id: string;
          other_commission_id: string | null;
          override_id: string | null;
          paid_on: string | null;
          percent: number;
          place: number | null;
          role: string;
          sales_id: string | null;
          split: number;
          split_parts: Json | null;
          status: string;
          taken_from: string | null;
          terms_version_id: string | null;
          under_share_id: string | null;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          agent_amount: number;
          base?: string | null;
          commission_id?: string | null;
          counted_on: string;
          created_at?: string;
          gross_part: number;
          id?: string;
          organization_id: string;
          other_commission_id?: string | null;
          override_id?: string | null;
          paid_on?: string | null;
          percent: number;
          place?: number | null;
          role: string;
          sales_id?: string | null;
          split: number;
          split_parts?: Json | null;
          status?: string;
          taken_from?: string | null;
          terms_version_id?: string | null;
          under_share_id?: string | null;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          agent_amount?: number;
          base?: string | null;
          commission_id?: string | null;
          counted_on?: string;
          created_at?: string;
          gross_part?: number;
          id?: string;
          organization_id?: string;
          other_commission_id?: string | null;
          override_id?: string | null;
          paid_on?: string | null;
          percent?: number;
          place?: number | null;
          role?: string;
          sales_id?: string | null;
          split?: number;
          split_parts?: Json | null;
          status?: string;
          taken_from?: string | null;
          terms_version_id?: string | null;
          under_share_id?: string | null;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'commission_shares_commission_id_fkey';
            columns: ['organization_id', 'commission_id'];
            isOneToOne: false;
            referencedRelation: 'commissions';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'commission_shares_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'commission_shares_other_commission_id_fkey';
            columns: ['organization_id', 'other_commission_id'];
            isOneToOne: false;
            referencedRelation: 'other_commissions';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'commission_shares_override_id_fkey';
            columns: ['organization_id', 'override_id'];
            isOneToOne: false;
            referencedRelation: 'commission_shares';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'commission_shares_sales_id_fkey';
            columns: ['sales_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'sales';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'commission_shares_under_share_id_fkey';
            columns: ['organization_id', 'under_share_id'];
            isOneToOne: false;
            referencedRelation: 'commission_shares';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'commission_shares_user_id_fkey';
            columns: ['user_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      commissions: {
        Row: {
          agent_amount: number;
          agent_id: string;
          amount: number;
          commission_split: number;
          created_at: string;
          deposited_amount: number;
          due_on: string | null;
          id: string;
          manual_amount: number;
          manual_write_off_reason: string | null;
          manual_written_off: number;
          notes: string | null;
          open_amount: number;
          organization_id: string;
          received_amount: number | null;
          received_how: string | null;
          received_on: string | null;
          received_posted_on: string | null;
          sale_date: string;
          sale_paid: boolean;
          sales_id: string;
          seller_paid: boolean;
          share_base: number | null;
          share_percents: number[];
          split_parts: Json | null;
          status: string;
          taken_back_amount: number;
          undeposited_amount: number;
          updated_at: string;
          vendor_id: string;
          written_off: number;
        };
        Insert: {
          agent_amount: number;
          agent_id: string;
          amount: number;
          commission_split: number;
          created_at?: string;
          deposited_amount?: number;
          due_on?: string | null;
          id?: string;
          manual_amount?: number;
          manual_write_off_reason?: string | null;
          manual_written_off?: number;
          notes?: string | null;
          open_amount?: number;
          organization_id: string;
          received_amount?: number | null;
          received_how?: string | null;
          received_on?: string | null;
          received_posted_on?: string | null;
          sale_date?: string;
          sale_paid?: boolean;
          sales_id: string;
          seller_paid?: boolean;
          share_base?: number | null;
          share_percents?: number[];
          split_parts?: Json | null;
          status?: string;
          taken_back_amount?: number;
          undeposited_amount?: number;
          updated_at?: string;
          vendor_id?: string;
          written_off?: number;
        };
        Update: {
          agent_amount?: number;
          agent_id?: string;
          amount?: number;
          commission_split?: number;
          created_at?: string;
          deposited_amount?: number;
          due_on?: string | null;
          id?: string;
          manual_amount?: number;
          manual_write_off_reason?: string | null;
          manual_written_off?: number;
          notes?: string | null;
          open_amount?: number;
          organization_id?: string;
          received_amount?: number | null;
          received_how?: string | null;
          received_on?: string | null;
          received_posted_on?: string | null;
          sale_date?: string;
          sale_paid?: boolean;
          sales_id?: string;
          seller_paid?: boolean;
          share_base?: number | null;
          share_percents?: number[];
          split_parts?: Json | null;
          status?: string;
          taken_back_amount?: number;
          undeposited_amount?: number;
          updated_at?: string;
          vendor_id?: string;
          written_off?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'commissions_agent_id_fkey';
            columns: ['agent_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'commissions_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'commissions_sales_id_fkey';
            columns: ['sales_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'sales';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      communication_mentions: {
        Row: {
          communication_id: string;
          mentioned_id: string;
          organization_id: string;
        };
        Insert: {
          communication_id: string;
          mentioned_id: string;
          organization_id: string;
        };
        Update: {
          communication_id?: string;
          mentioned_id?: string;
          organization_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'communication_mentions_communication_id_fkey';
            columns: ['organization_id', 'communication_id'];
            isOneToOne: false;
            referencedRelation: 'communications';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'communication_mentions_mentioned_id_fkey';
            columns: ['mentioned_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'communication_mentions_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      communication_reads: {
        Row: {
          commentable_id: string;
          commentable_type: string;
          organization_id: string;
          read_at: string;
          user_id: string;
        };
        Insert: {
          commentable_id: string;
          commentable_type: string;
          organization_id: string;
          read_at: string;
          user_id: string;
        };
        Update: {
          commentable_id?: string;
          commentable_type?: string;
          organization_id?: string;
          read_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'communication_reads_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'communication_reads_user_id_fkey';
            columns: ['user_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      communications: {
        Row: {
          author_id: string;
          body: string | null;
          commentable_id: string;
          commentable_type: string;
          created_at: string;
          deleted_at: string | null;
          deleted_by: string | null;
          edited_at: string | null;
          id: string;
          organization_id: string;
          thread_at: string;
          thread_id: string;
        };
        Insert: {
          author_id: string;
          body?: string | null;
          commentable_id: string;
          commentable_type: string;
          created_at?: string;
          deleted_at?: string | null;
          deleted_by?: string | null;
          edited_at?: string | null;
          id: string;
          organization_id: string;
          thread_at: string;
          thread_id: string;
        };
        Update: {
          author_id?: string;
          body?: string | null;
          commentable_id?: string;
          commentable_type?: string;
          created_at?: string;
          deleted_at?: string | null;
          deleted_by?: string | null;
          edited_at?: string | null;
          id?: string;
          organization_id?: string;
          thread_at?: string;
          thread_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'communications_author_id_fkey';
            columns: ['author_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'communications_deleted_by_fkey';
            columns: ['deleted_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'communications_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'communications_thread_id_fkey';
            columns: ['organization_id', 'thread_id'];
            isOneToOne: false;
            referencedRelation: 'communications';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      customer_companions: {
        Row: {
          companion_id: string;
          created_at: string;
          customer_id: string;
          id: string;
          organization_id: string;
          relation: string | null;
        };
        Insert: {
          companion_id: string;
          created_at?: string;
          customer_id: string;
          id?: string;
          organization_id?: string;
          relation?: string | null;
        };
        Update: {
          companion_id?: string;
          created_at?: string;
          customer_id?: string;
          id?: string;
          organization_id?: string;
          relation?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'customer_companions_companion_id_fkey';
            columns: ['companion_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'customer_companions_customer_id_fkey';
            columns: ['customer_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'customer_companions_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      customer_payments: {
        Row: {
          amount: number;
          created_at: string;
          created_by: string | null;
          id: string;
          notes: string | null;
          organization_id: string;
          origin: string;
          paid_on: string;
          payment_method: string | null;
          sales_id: string;
          undoes_id: string | null;
        };
        Insert: {
          amount: number;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          notes?: string | null;
          organization_id: string;
          origin: string;
          paid_on: string;
          payment_method?: string | null;
          sales_id: string;
          undoes_id?: string | null;
        };
        Update: {
          amount?: number;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          notes?: string | null;
          organization_id?: string;
          origin?: string;
          paid_on?: string;
          payment_method?: string | null;
          sales_id?: string;
          undoes_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'customer_payments_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'customer_payments_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'customer_payments_sales_id_fkey';
            columns: ['sales_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'sales';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'customer_payments_undoes_id_fkey';
            columns: ['organization_id', 'undoes_id'];
            isOneToOne: false;
            referencedRelation: 'customer_payments';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      customers: {
        Row: {
          address_line_1: string | null;
          address_line_2: string | null;
          archived_at: string | null;
          birthday: string | null;
          city: string | null;
          country: string | null;
          created_at: string;
          created_by: string | null;
          email: string | null;
          emergency_name: string | null;
          emergency_phone: string | null;
          emergency_relation: string | null;
          erased_at: string | null;
          first_name: string;
          id: string;
          import_batch_id: string | null;
          import_row: number | null;
          last_name: string;
          merged_into: string | null;
          more_emails: Json;
          more_phones: Json;
          notes: string | null;
          organization_id: string;
          phone: string | null;
          postal_code: string | null;
          preferences: Json;
          region: string | null;
          tags: string[];
          updated_at: string;
          version: number;
        };
        Insert: {
          address_line_1?: string | null;
          address_line_2?: string | null;
          archived_at?: string | null;
          birthday?: string | null;
          city?: string | null;
          country?: string | null;
          created_at?: string;
          created_by?: string | null;
          email?: string | null;
          emergency_name?: string | null;
          emergency_phone?: string | null;
          emergency_relation?: string | null;
          erased_at?: string | null;
          first_name: string;
          id?: string;
          import_batch_id?: string | null;
          import_row?: number | null;
          last_name: string;
          merged_into?: string | null;
          more_emails?: Json;
          more_phones?: Json;
          notes?: string | null;
          organization_id?: string;
          phone?: string | null;
          postal_code?: string | null;
          preferences?: Json;
          region?: string | null;
          tags?: string[];
          updated_at?: string;
          version?: number;
        };
        Update: {
          address_line_1?: string | null;
          address_line_2?: string | null;
          archived_at?: string | null;
          birthday?: string | null;
          city?: string | null;
          country?: string | null;
          created_at?: string;
          created_by?: string | null;
          email?: string | null;
          emergency_name?: string | null;
          emergency_phone?: string | null;
          emergency_relation?: string | null;
          erased_at?: string | null;
          first_name?: string;
          id?: string;
          import_batch_id?: string | null;
          import_row?: number | null;
          last_name?: string;
          merged_into?: string | null;
          more_emails?: Json;
          more_phones?: Json;
          notes?: string | null;
          organization_id?: string;
          phone?: string | null;
          postal_code?: string | null;
          preferences?: Json;
          region?: string | null;
          tags?: string[];
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'customers_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'customers_import_batch_id_fkey';
            columns: ['import_batch_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'import_batches';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'customers_merged_into_fkey';
            columns: ['merged_into', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'customers_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      document_reads: {
        Row: {
          document_id: string;
          organization_id: string;
          read_at: string;
          user_id: string;
          version_id: string;
        };
        Insert: {
          document_id: string;
          organization_id: string;
          read_at?: string;
          user_id: string;
          version_id: string;
        };
        Update: {
          document_id?: string;
          organization_id?: string;
          read_at?: string;
          user_id?: string;
          version_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'document_reads_document_id_fkey';
            columns: ['document_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'document_reads_user_id_fkey';
            columns: ['user_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'document_reads_version_id_fkey';
            columns: ['version_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'document_versions';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      document_versions: {
        Row: {
          check_code: string | null;
          check_params: Json;
          check_state: string;
          checked_at: string | null;
          created_at: string;
          document_id: string;
          file_name: string;
          id: string;
          mime_type: string;
          number: number;
          organization_id: string;
          size: number;
          uploaded_by: string | null;
        };
        Insert: {
          check_code?: string | null;
          check_params?: Json;
          check_state?: string;
          checked_at?: string | null;
          created_at?: string;
          document_id: string;
          file_name: string;
          id: string;
          mime_type: string;
          number: number;
          organization_id: string;
          size: number;
          uploaded_by?: string | null;
        };
        Update: {
          check_code?: string | null;
          check_params?: Json;
          check_state?: string;
          checked_at?: string | null;
          created_at?: string;
          document_id?: string;
          file_name?: string;
          id?: string;
          mime_type?: string;
          number?: number;
          organization_id?: string;
          size?: number;
          uploaded_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'document_versions_document_id_fkey';
            columns: ['document_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'documents';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'document_versions_uploaded_by_fkey';
            columns: ['uploaded_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      documents: {
        Row: {
          announced_days: number | null;
          asks_to_read: boolean;
          category: string;
          commission_id: string | null;
          created_at: string;
          created_by: string | null;
          customer_id: string | null;
          expires_on: string | null;
          id: string;
          is_checked: boolean;
          member_id: string | null;
          organization_id: string;
          record_id: string | null;
          record_type: string | null;
          sale_id: string | null;
          title: string;
          vendor_id: string | null;
          version: number;
          visibility: string;
        };
        Insert: {
          announced_days?: number | null;
          asks_to_read?: boolean;
          category: string;
          commission_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          customer_id?: string | null;
          expires_on?: string | null;
          id?: string;
          is_checked?: boolean;
          member_id?: string | null;
          organization_id: string;
          record_id?: string | null;
          record_type?: string | null;
          sale_id?: string | null;
          title: string;
          vendor_id?: string | null;
          version?: number;
          visibility: string;
        };
        Update: {
          announced_days?: number | null;
          asks_to_read?: boolean;
          category?: string;
          commission_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          customer_id?: string | null;
          expires_on?: string | null;
          id?: string;
          is_checked?: boolean;
          member_id?: string | null;
          organization_id?: string;
          record_id?: string | null;
          record_type?: string | null;
          sale_id?: string | null;
          title?: string;
          vendor_id?: string | null;
          version?: number;
          visibility?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'documents_commission_id_fkey';
            columns: ['commission_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'commissions';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'documents_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'documents_customer_id_fkey';
            columns: ['customer_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'documents_member_id_fkey';
            columns: ['member_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'documents_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'documents_sale_id_fkey';
            columns: ['sale_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'sales';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'documents_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      import_batches: {
        Row: {
          added: number;
          created_at: string;
          created_by: string;
          failed: number;
          file_hash: string;
          file_name: string;
          finished_at: string | null;
          handled: unknown;
          headers: string[];
          id: string;
          kind: string;
          mapping: Json;
          organization_id: string;
          removed: number;
          skipped: number;
          status: string;
          total_rows: number;
          undone_at: string | null;
          undone_by: string | null;
          updated_at: string;
        };
        Insert: {
          added?: number;
          created_at?: string;
          created_by?: string;
          failed?: number;
          file_hash: string;
          file_name: string;
          finished_at?: string | null;
          handled?: unknown;
          headers: string[];
          id?: string;
          kind: string;
          mapping: Json;
          organization_id?: string;
          removed?: number;
          skipped?: number;
          status?: string;
          total_rows: number;
          undone_at?: string | null;
          undone_by?: string | null;
          updated_at?: string;
        };
        Update: {
          added?: number;
          created_at?: string;
          created_by?: string;
          failed?: number;
          file_hash?: string;
          file_name?: string;
          finished_at?: string | null;
          handled?: unknown;
          headers?: string[];
          id?: string;
          kind?: string;
          mapping?: Json;
          organization_id?: string;
          removed?: number;
          skipped?: number;
          status?: string;
          total_rows?: number;
          undone_at?: string | null;
          undone_by?: string | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'import_batches_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'import_batches_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'import_batches_undone_by_fkey';
            columns: ['undone_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      invitations: {
        Row: {
          accepted_at: string | null;
          commission_split: number;
          created_at: string;
          email: string;
          expires_at: string;
          first_name: string | null;
          id: string;
          invited_by: string;
          last_name: string | null;
          mailed_at: string | null;
          organization_id: string;
          revoked_at: string | null;
          role: string;
          updated_at: string;
        };
        Insert: {
          accepted_at?: string | null;
          commission_split?: number;
          created_at?: string;
          email: string;
          expires_at?: string;
          first_name?: string | null;
          id?: string;
          invited_by?: string;
          last_name?: string | null;
          mailed_at?: string | null;
          organization_id?: string;
          revoked_at?: string | null;
          role?: string;
          updated_at?: string;
        };
        Update: {
          accepted_at?: string | null;
          commission_split?: number;
          created_at?: string;
          email?: string;
          expires_at?: string;
          first_name?: string | null;
          id?: string;
          invited_by?: string;
          last_name?: string | null;
          mailed_at?: string | null;
          organization_id?: string;
          revoked_at?: string | null;
          role?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'invitations_invited_by_fkey';
            columns: ['invited_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'invitations_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      notifications: {
        Row: {
          code: string | null;
          commentable_id: string | null;
          commentable_type: string | null;
          communication_id: string | null;
          created_at: string;
          id: string;
          is_read: boolean;
          message: string;
          organization_id: string;
          params: Json;
          type: string;
          user_id: string;
        };
        Insert: {
          code?: string | null;
          commentable_id?: string | null;
          commentable_type?: string | null;
          communication_id?: string | null;
          created_at?: string;
          id?: string;
          is_read?: boolean;
          message: string;
          organization_id: string;
          params?: Json;
          type: string;
          user_id: string;
        };
        Update: {
          code?: string | null;
          commentable_id?: string | null;
          commentable_type?: string | null;
          communication_id?: string | null;
          created_at?: string;
          id?: string;
          is_read?: boolean;
          message?: string;
          organization_id?: string;
          params?: Json;
          type?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'notifications_communication_id_fkey';
            columns: ['organization_id', 'communication_id'];
            isOneToOne: false;
            referencedRelation: 'communications';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'notifications_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notifications_user_id_fkey';
            columns: ['user_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      organizations: {
        Row: {
          agents_paid_on: string;
          amount_notation: string;
          books_closed_through: string | null;
          commission_received_on: string;
          created_at: string;
          currency: string;
          date_order: string;
          default_commission_split: number;
          deletion_asked_at: string | null;
          deletion_asked_by: string | null;
          deletion_due_at: string | null;
          deletion_told_days: number | null;
          email: string;
          id: string;
          limits_lifted_at: string | null;
          logo_url: string | null;
          match_certain_on_import: boolean;
          match_certain_within: number;
          name: string;
          offline_reading: string;
          payout_hold_until: string;
          payout_minimum_amount: number;
          payout_second_approval: boolean;
          phone: string | null;
          postal_address: string | null;
          receipts_tracked_since: string | null;
          second_factor_policy: string;
          split_saved_at: string | null;
          support_email: string | null;
          tax_number: string | null;
          time_zone: string;
          updated_at: string;
          writing_saved_at: string | null;
        };
        Insert: {
          agents_paid_on?: string;
          amount_notation?: string;
          books_closed_through?: string | null;
          commission_received_on?: string;
          created_at?: string;
          currency?: string;
          date_order?: string;
          default_commission_split?: number;
          deletion_asked_at?: string | null;
          deletion_asked_by?: string | null;
          deletion_due_at?: string | null;
          deletion_told_days?: number | null;
          email: string;
          id?: string;
          limits_lifted_at?: string | null;
          logo_url?: string | null;
          match_certain_on_import?: boolean;
          match_certain_within?: number;
          name: string;
          offline_reading?: string;
          payout_hold_until?: string;
          payout_minimum_amount?: number;
          payout_second_approval?: boolean;
          phone?: string | null;
          postal_address?: string | null;
          receipts_tracked_since?: string | null;
          second_factor_policy?: string;
          split_saved_at?: string | null;
          support_email?: string | null;
          tax_number?: string | null;
          time_zone?: string;
          updated_at?: string;
          writing_saved_at?: string | null;
        };
        Update: {
          agents_paid_on?: string;
          amount_notation?: string;
          books_closed_through?: string | null;
          commission_received_on?: string;
          created_at?: string;
          currency?: string;
          date_order?: string;
          default_commission_split?: number;
          deletion_asked_at?: string | null;
          deletion_asked_by?: string | null;
          deletion_due_at?: string | null;
          deletion_told_days?: number | null;
          email?: string;
          id?: string;
          limits_lifted_at?: string | null;
          logo_url?: string | null;
          match_certain_on_import?: boolean;
          match_certain_within?: number;
          name?: string;
          offline_reading?: string;
          payout_hold_until?: string;
          payout_minimum_amount?: number;
          payout_second_approval?: boolean;
          phone?: string | null;
          postal_address?: string | null;
          receipts_tracked_since?: string | null;
          second_factor_policy?: string;
          split_saved_at?: string | null;
          support_email?: string | null;
          tax_number?: string | null;
          time_zone?: string;
          updated_at?: string;
          writing_saved_at?: string | null;
        };
        Relationships: [];
      };
      other_commissions: {
        Row: {
          amount: number;
          counted_on: string;
          created_at: string;
          created_by: string | null;
          due_on: string | null;
          id: string;
          kind: string;
          notes: string | null;
          organization_id: string;
          period_end: string | null;
          period_start: string | null;
          received_amount: number | null;
          received_on: string | null;
          received_posted_on: string | null;
          sales_id: string | null;
          status: string;
          updated_at: string;
          vendor_id: string | null;
          version: number;
        };
        Insert: {
          amount: number;
          counted_on: string;
          created_at?: string;
          created_by?: string | null;
          due_on?: string | null;
          id?: string;
          kind: string;
          notes?: string | null;
          organization_id: string;
          period_end?: string | null;
          period_start?: string | null;
          received_amount?: number | null;
          received_on?: string | null;
          received_posted_on?: string | null;
          sales_id?: string | null;
          status?: string;
          updated_at?: string;
          vendor_id?: string | null;
          version?: number;
        };
        Update: {
          amount?: number;
          counted_on?: string;
          created_at?: string;
          created_by?: string | null;
          due_on?: string | null;
          id?: string;
          kind?: string;
          notes?: string | null;
          organization_id?: string;
          period_end?: string | null;
          period_start?: string | null;
          received_amount?: number | null;
          received_on?: string | null;
          received_posted_on?: string | null;
          sales_id?: string | null;
          status?: string;
          updated_at?: string;
          vendor_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'other_commissions_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'other_commissions_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'other_commissions_sales_id_fkey';
            columns: ['sales_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'sales';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'other_commissions_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      payment_dues: {
        Row: {
          agent_id: string;
          amount: number;
          due_on: string;
          kind: string;
          open_amount: number;
          organization_id: string;
          place: number;
          remind: boolean;
          reminded_on: string | null;
          sales_id: string;
        };
        Insert: {
          agent_id: string;
          amount: number;
          due_on: string;
          kind: string;
          open_amount: number;
          organization_id: string;
          place: number;
          remind: boolean;
          reminded_on?: string | null;
          sales_id: string;
        };
        Update: {
          agent_id?: string;
          amount?: number;
          due_on?: string;
          kind?: string;
          open_amount?: number;
          organization_id?: string;
          place?: number;
          remind?: boolean;
          reminded_on?: string | null;
          sales_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_dues_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_dues_sales_id_fkey';
            columns: ['sales_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'sales';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      payment_voids: {
        Row: {
          agent_id: string;
          amount: number;
          created_at: string;
          id: string;
          line_id: string;
          organization_id: string;
          payment_id: string | null;
          posted_on: string;
          reason: string;
          statement_id: string | null;
          voided_by: string;
          voided_on: string;
        };
        Insert: {
          agent_id: string;
          amount: number;
          created_at?: string;
          id?: string;
          line_id: string;
          organization_id: string;
          payment_id?: string | null;
          posted_on: string;
          reason: string;
          statement_id?: string | null;
          voided_by: string;
          voided_on: string;
        };
        Update: {
          agent_id?: string;
          amount?: number;
          created_at?: string;
          id?: string;
          line_id?: string;
          organization_id?: string;
          payment_id?: string | null;
          posted_on?: string;
          reason?: string;
          statement_id?: string | null;
          voided_by?: string;
          voided_on?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_voids_agent_id_fkey';
            columns: ['agent_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'payment_voids_line_id_fkey';
            columns: ['organization_id', 'line_id'];
            isOneToOne: true;
            referencedRelation: 'payout_lines';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'payment_voids_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payment_voids_payment_id_fkey';
            columns: ['organization_id', 'payment_id'];
            isOneToOne: true;
            referencedRelation: 'agent_payments';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'payment_voids_statement_id_fkey';
            columns: ['organization_id', 'statement_id'];
            isOneToOne: true;
            referencedRelation: 'payout_statements';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'payment_voids_voided_by_fkey';
            columns: ['voided_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      payout_batches: {
        Row: {
          approved_at: string | null;
          approved_by: string | null;
          changed_by: string;
          checks: Json;
          created_at: string;
          created_by: string;
          currency: string;
          discarded_at: string | null;
          id: string;
          name: string;
          organization_id: string;
          paid_at: string | null;
          paid_by: string | null;
          paid_on: string | null;
          payment_key: string | null;
          planned_on: string | null;
          reference: string | null;
          schedule_failure: Json | null;
          schedule_problem: string | null;
          schedule_told_on: string | null;
          scheduled_at: string | null;
          scheduled_by: string | null;
          status: string;
          updated_at: string;
          version: number;
        };
        Insert: {
          approved_at?: string | null;
          approved_by?: string | null;
          changed_by: string;
          checks?: Json;
          created_at?: string;
          created_by: string;
          currency: string;
          discarded_at?: string | null;
          id?: string;
          name: string;
          organization_id: string;
          paid_at?: string | null;
          paid_by?: string | null;
          paid_on?: string | null;
          payment_key?: string | null;
          planned_on?: string | null;
          reference?: string | null;
          schedule_failure?: Json | null;
          schedule_problem?: string | null;
          schedule_told_on?: string | null;
          scheduled_at?: string | null;
          scheduled_by?: string | null;
          status?: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          approved_at?: string | null;
          approved_by?: string | null;
          changed_by?: string;
          checks?: Json;
          created_at?: string;
          created_by?: string;
          currency?: string;
          discarded_at?: string | null;
          id?: string;
          name?: string;
          organization_id?: string;
          paid_at?: string | null;
          paid_by?: string | null;
          paid_on?: string | null;
          payment_key?: string | null;
          planned_on?: string | null;
          reference?: string | null;
          schedule_failure?: Json | null;
          schedule_problem?: string | null;
          schedule_told_on?: string | null;
          scheduled_at?: string | null;
          scheduled_by?: string | null;
          status?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'payout_batches_approved_by_fkey';
            columns: ['approved_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'payout_batches_changed_by_fkey';
            columns: ['changed_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'payout_batches_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'payout_batches_currency_fkey';
            columns: ['organization_id', 'currency'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id', 'currency'];
          },
          {
            foreignKeyName: 'payout_batches_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payout_batches_paid_by_fkey';
            columns: ['paid_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'payout_batches_scheduled_by_fkey';
            columns: ['scheduled_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      payout_events: {
        Row: {
          action: string;
          batch_id: string;
          details: Json;
          done_at: string;
          done_by: string | null;
          id: string;
          organization_id: string;
        };
        Insert: {
          action: string;
          batch_id: string;
          details?: Json;
          done_at?: string;
          done_by?: string | null;
          id?: string;
          organization_id: string;
        };
        Update: {
          action?: string;
          batch_id?: string;
          details?: Json;
          done_at?: string;
          done_by?: string | null;
          id?: string;
          organization_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payout_events_batch_id_fkey';
            columns: ['organization_id', 'batch_id'];
            isOneToOne: false;
            referencedRelation: 'payout_batches';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'payout_events_done_by_fkey';
            columns: ['done_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'payout_events_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      payout_holds: {
        Row: {
          held_at: string;
          held_by: string;
          id: string;
          organization_id: string;
          reason: string;
          share_id: string;
        };
        Insert: {
          held_at?: string;
          held_by: string;
          id?: string;
          organization_id: string;
          reason: string;
          share_id: string;
        };
        Update: {
          held_at?: string;
          held_by?: string;
          id?: string;
          organization_id?: string;
          reason?: string;
          share_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'payout_holds_held_by_fkey';
            columns: ['held_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'payout_holds_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payout_holds_share_id_fkey';
            columns: ['organization_id', 'share_id'];
            isOneToOne: true;
            referencedRelation: 'commission_shares';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      payout_lines: {
        Row: {
          agent_id: string;
          amount: number;
          batch_id: string | null;
          commission_id: string | null;
          created_at: string;
          created_by: string | null;
          id: string;
          kind: string;
          note: string | null;
          note_fact: Json | null;
          organization_id: string;
          share_id: string | null;
          transaction_id: string | null;
        };
        Insert: {
          agent_id: string;
          amount: number;
          batch_id?: string | null;
          commission_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          kind: string;
          note?: string | null;
          note_fact?: Json | null;
          organization_id: string;
          share_id?: string | null;
          transaction_id?: string | null;
        };
        Update: {
          agent_id?: string;
          amount?: number;
          batch_id?: string | null;
          commission_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          kind?: string;
          note?: string | null;
          note_fact?: Json | null;
          organization_id?: string;
          share_id?: string | null;
          transaction_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payout_lines_agent_id_fkey';
            columns: ['agent_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'payout_lines_batch_id_fkey';
            columns: ['organization_id', 'batch_id'];
            isOneToOne: false;
            referencedRelation: 'payout_batches';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'payout_lines_commission_id_fkey';
            columns: ['organization_id', 'commission_id'];
            isOneToOne: false;
            referencedRelation: 'commissions';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'payout_lines_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'payout_lines_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payout_lines_share_id_fkey';
            columns: ['organization_id', 'share_id'];
            isOneToOne: false;
            referencedRelation: 'commission_shares';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'payout_lines_transaction_id_fkey';
            columns: ['organization_id', 'transaction_id'];
            isOneToOne: false;
            referencedRelation: 'bank_transactions';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      payout_statements: {
        Row: {
          adjustment_amount: number;
          agent_id: string;
          batch_id: string;
          carried_in: number;
          carried_out: number;
          commission_amount: number;
          content: Json;
          created_at: string;
          id: string;
          number: string;
          organization_id: string;
          paid_amount: number;
          paid_on: string;
          payment_method: string;
          posted_on: string;
          reference: string | null;
        };
        Insert: {
          adjustment_amount: number;
          agent_id: string;
          batch_id: string;
          carried_in: number;
          carried_out: number;
          commission_amount: number;
          content: Json;
          created_at?: string;
          id?: string;
          number: string;
          organization_id: string;
          paid_amount: number;
          paid_on: string;
          payment_method: string;
          posted_on: string;
          reference?: string | null;
        };
        Update: {
          adjustment_amount?: number;
          agent_id?: string;
          batch_id?: string;
          carried_in?: number;
          carried_out?: number;
          commission_amount?: number;
          content?: Json;
          created_at?: string;
          id?: string;
          number?: string;
          organization_id?: string;
          paid_amount?: number;
          paid_on?: string;
          payment_method?: string;
          posted_on?: string;
          reference?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payout_statements_agent_id_fkey';
            columns: ['agent_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'payout_statements_batch_id_fkey';
            columns: ['organization_id', 'batch_id'];
            isOneToOne: false;
            referencedRelation: 'payout_batches';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'payout_statements_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      sale_groups: {
        Row: {
          archived_at: string | null;
          booking_reference: string | null;
          created_at: string;
          created_by: string | null;
          default_commission_rate: number | null;
          id: string;
          name: string;
          notes: string | null;
          organization_id: string;
          return_date: string | null;
          travel_date: string | null;
          updated_at: string;
          vendor_id: string;
          version: number;
        };
        Insert: {
          archived_at?: string | null;
          booking_reference?: string | null;
          created_at?: string;
          created_by?: string | null;
          default_commission_rate?: number | null;
          id?: string;
          name: string;
          notes?: string | null;
          organization_id: string;
          return_date?: string | null;
          travel_date?: string | null;
          updated_at?: string;
          vendor_id: string;
          version?: number;
        };
        Update: {
          archived_at?: string | null;
          booking_reference?: string | null;
          created_at?: string;
          created_by?: string | null;
          default_commission_rate?: number | null;
          id?: string;
          name?: string;
          notes?: string | null;
          organization_id?: string;
          return_date?: string | null;
          travel_date?: string | null;
          updated_at?: string;
          vendor_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'sale_groups_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'sale_groups_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sale_groups_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      sale_lines: {
        Row: {
          amount: number;
          commission: number;
          earns: string;
          kind: string;
          organization_id: string;
          place: number;
          rate: number;
          sale_id: string;
          text: string | null;
        };
        Insert: {
          amount: number;
          commission: number;
          earns: string;
          kind: string;
          organization_id: string;
          place: number;
          rate: number;
          sale_id: string;
          text?: string | null;
        };
        Update: {
          amount?: number;
          commission?: number;
          earns?: string;
          kind?: string;
          organization_id?: string;
          place?: number;
          rate?: number;
          sale_id?: string;
          text?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'sale_lines_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sale_lines_sale_id_fkey';
            columns: ['sale_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'sales';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      sale_travelers: {
        Row: {
          created_at: string;
          customer_id: string;
          organization_id: string;
          sale_id: string;
        };
        Insert: {
          created_at?: string;
          customer_id: string;
          organization_id: string;
          sale_id: string;
        };
        Update: {
          created_at?: string;
          customer_id?: string;
          organization_id?: string;
          sale_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'sale_travelers_customer_id_fkey';
            columns: ['customer_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'sale_travelers_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sale_travelers_sale_id_fkey';
            columns: ['sale_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'sales';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      sales: {
        Row: {
          agent_id: string;
          booking_reference: string;
          co_sellers: Json;
          commission_amount: number;
          commission_basis: string;
          commission_rate: number;
          created_at: string;
          created_by: string | null;
          currency: string;
          customer_id: string;
          fee_amount: number;
          group_id: string | null;
          id: string;
          import_batch_id: string | null;
          import_row: number | null;
          lines: Json;
          notes: string | null;
          organization_id: string;
          payment_plan: Json;
          return_date: string | null;
          sale_date: string;
          status: string;
          total_amount: number;
          travel_date: string | null;
          traveler_ids: string[];
          updated_at: string;
          vendor_id: string;
          version: number;
        };
        Insert: {
          agent_id?: string;
          booking_reference: string;
          co_sellers?: Json;
          commission_amount?: number;
          commission_basis?: string;
          commission_rate?: number;
          created_at?: string;
          created_by?: string | null;
          currency?: string;
          customer_id: string;
          fee_amount?: number;
          group_id?: string | null;
          id?: string;
          import_batch_id?: string | null;
          import_row?: number | null;
          lines?: Json;
          notes?: string | null;
          organization_id?: string;
          payment_plan?: Json;
          return_date?: string | null;
          sale_date?: string;
          status?: string;
          total_amount: number;
          travel_date?: string | null;
          traveler_ids?: string[];
          updated_at?: string;
          vendor_id: string;
          version?: number;
        };
        Update: {
          agent_id?: string;
          booking_reference?: string;
          co_sellers?: Json;
          commission_amount?: number;
          commission_basis?: string;
          commission_rate?: number;
          created_at?: string;
          created_by?: string | null;
          currency?: string;
          customer_id?: string;
          fee_amount?: number;
          group_id?: string | null;
          id?: string;
          import_batch_id?: string | null;
          import_row?: number | null;
          lines?: Json;
          notes?: string | null;
          organization_id?: string;
          payment_plan?: Json;
          return_date?: string | null;
          sale_date?: string;
          status?: string;
          total_amount?: number;
          travel_date?: string | null;
          traveler_ids?: string[];
          updated_at?: string;
          vendor_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'sales_agent_id_fkey';
            columns: ['agent_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'sales_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'sales_currency_fkey';
            columns: ['organization_id', 'currency'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id', 'currency'];
          },
          {
            foreignKeyName: 'sales_customer_id_fkey';
            columns: ['customer_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'customers';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'sales_group_id_fkey';
            columns: ['organization_id', 'group_id', 'vendor_id'];
            isOneToOne: false;
            referencedRelation: 'sale_groups';
            referencedColumns: ['organization_id', 'id', 'vendor_id'];
          },
          {
            foreignKeyName: 'sales_import_batch_id_fkey';
            columns: ['import_batch_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'import_batches';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'sales_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sales_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      sales_history: {
        Row: {
          change_type: string;
          changed_by: string | null;
          changed_fields: string[];
          code: string | null;
          comment: string | null;
          created_at: string;
          id: string;
          new_data: Json | null;
          notes: string | null;
          organization_id: string;
          params: Json;
          previous_data: Json | null;
          sales_id: string;
          version: number;
        };
        Insert: {
          change_type: string;
          changed_by?: string | null;
          changed_fields?: string[];
          code?: string | null;
          comment?: string | null;
          created_at?: string;
          id?: string;
          new_data?: Json | null;
          notes?: string | null;
          organization_id: string;
          params?: Json;
          previous_data?: Json | null;
          sales_id: string;
          version: number;
        };
        Update: {
          change_type?: string;
          changed_by?: string | null;
          changed_fields?: string[];
          code?: string | null;
          comment?: string | null;
          created_at?: string;
          id?: string;
          new_data?: Json | null;
          notes?: string | null;
          organization_id?: string;
          params?: Json;
          previous_data?: Json | null;
          sales_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'sales_history_changed_by_fkey';
            columns: ['changed_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'sales_history_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'sales_history_sales_id_fkey';
            columns: ['sales_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'sales';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      saved_reports: {
        Row: {
          created_at: string;
          definition: Json;
          id: string;
          name: string;
          organization_id: string;
          owner_id: string;
          shared: boolean;
          updated_at: string;
        };
        Insert: {
          created_at?: string;
          definition: Json;
          id?: string;
          name: string;
          organization_id?: string;
          owner_id?: string;
          shared?: boolean;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          definition?: Json;
          id?: string;
          name?: string;
          organization_id?: string;
          owner_id?: string;
          shared?: boolean;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'saved_reports_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'saved_reports_owner_id_fkey';
            columns: ['owner_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      user_emails: {
        Row: {
          email: string;
          organization_id: string;
          user_id: string;
        };
        Insert: {
          email: string;
          organization_id: string;
          user_id: string;
        };
        Update: {
          email?: string;
          organization_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'user_emails_user_id_fkey';
            columns: ['user_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      user_terms: {
        Row: {
          commission_split: number;
          organization_id: string;
          updated_at: string;
          user_id: string;
        };
        Insert: {
          commission_split: number;
          organization_id: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          commission_split?: number;
          organization_id?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'user_terms_user_id_fkey';
            columns: ['user_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      user_terms_history: {
        Row: {
          changed_at: string;
          changed_by: string | null;
          commission_split: number;
          id: string;
          organization_id: string;
          previous_split: number;
          user_id: string;
        };
        Insert: {
          changed_at?: string;
          changed_by?: string | null;
          commission_split: number;
          id?: string;
          organization_id: string;
          previous_split: number;
          user_id: string;
        };
        Update: {
          changed_at?: string;
          changed_by?: string | null;
          commission_split?: number;
          id?: string;
          organization_id?: string;
          previous_split?: number;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'user_terms_history_changed_by_fkey';
            columns: ['changed_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'user_terms_history_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'user_terms_history_user_id_fkey';
            columns: ['user_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      users: {
        Row: {
          avatar_url: string | null;
          created_at: string;
          first_name: string;
          hears_of_sales: boolean;
          id: string;
          is_active: boolean;
          last_name: string;
          organization_id: string;
          role: string;
          sees_first_steps: boolean;
          updated_at: string;
        };
        Insert: {
          avatar_url?: string | null;
          created_at?: string;
          first_name: string;
          hears_of_sales?: boolean;
          id: string;
          is_active?: boolean;
          last_name: string;
          organization_id: string;
          role?: string;
          sees_first_steps?: boolean;
          updated_at?: string;
        };
        Update: {
          avatar_url?: string | null;
          created_at?: string;
          first_name?: string;
          hears_of_sales?: boolean;
          id?: string;
          is_active?: boolean;
          last_name?: string;
          organization_id?: string;
          role?: string;
          sees_first_steps?: boolean;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'users_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      vendor_askings: {
        Row: {
          although_deposit_waits: boolean;
          amount: number;
          asked_by: string | null;
          asked_on: string;
          commissions_count: number;
          created_at: string;
          id: string;
          organization_id: string;
          vendor_id: string;
        };
        Insert: {
          although_deposit_waits?: boolean;
          amount: number;
          asked_by?: string | null;
          asked_on?: string;
          commissions_count: number;
          created_at?: string;
          id?: string;
          organization_id?: string;
          vendor_id: string;
        };
        Update: {
          although_deposit_waits?: boolean;
          amount?: number;
          asked_by?: string | null;
          asked_on?: string;
          commissions_count?: number;
          created_at?: string;
          id?: string;
          organization_id?: string;
          vendor_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'vendor_askings_asked_by_fkey';
            columns: ['asked_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'vendor_askings_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'vendor_askings_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      vendor_bonus_terms: {
        Row: {
          basis: string;
          created_at: string;
          created_by: string | null;
          id: string;
          organization_id: string;
          period_end: string;
          period_start: string;
          steps: Json;
          vendor_id: string;
          version: number;
        };
        Insert: {
          basis?: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          organization_id: string;
          period_end: string;
          period_start: string;
          steps: Json;
          vendor_id: string;
          version?: number;
        };
        Update: {
          basis?: string;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          organization_id?: string;
          period_end?: string;
          period_start?: string;
          steps?: Json;
          vendor_id?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'vendor_bonus_terms_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'vendor_bonus_terms_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'vendor_bonus_terms_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      vendor_rates: {
        Row: {
          category: string | null;
          created_at: string;
          created_by: string | null;
          id: string;
          organization_id: string;
          rate: number;
          valid_from: string;
          vendor_id: string;
        };
        Insert: {
          category?: string | null;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          organization_id: string;
          rate: number;
          valid_from: string;
          vendor_id: string;
        };
        Update: {
          category?: string | null;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          organization_id?: string;
          rate?: number;
          valid_from?: string;
          vendor_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'vendor_rates_created_by_fkey';
            columns: ['created_by', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'users';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'vendor_rates_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'vendor_rates_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      vendor_terms: {
        Row: {
          account_number: string | null;
          contacts: Json;
          contacts_saved_at: string;
          expected_payment_basis: string;
          expected_payment_days: number | null;
          notes: string | null;
          organization_id: string;
          vendor_id: string;
        };
        Insert: {
          account_number?: string | null;
          contacts?: Json;
          contacts_saved_at?: string;
          expected_payment_basis?: string;
          expected_payment_days?: number | null;
          notes?: string | null;
          organization_id: string;
          vendor_id: string;
        };
        Update: {
          account_number?: string | null;
          contacts?: Json;
          contacts_saved_at?: string;
          expected_payment_basis?: string;
          expected_payment_days?: number | null;
          notes?: string | null;
          organization_id?: string;
          vendor_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'vendor_terms_vendor_id_fkey';
            columns: ['vendor_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'vendors';
            referencedColumns: ['id', 'organization_id'];
          },
        ];
      };
      vendors: {
        Row: {
          address_line_1: string | null;
          address_line_2: string | null;
          aliases: string[];
          archived_at: string | null;
          category: string;
          city: string | null;
          country: string | null;
          created_at: string;
          default_commission_rate: number;
          email: string | null;
          email_saved_at: string;
          id: string;
          import_batch_id: string | null;
          import_row: number | null;
          logo_url: string | null;
          name: string;
          organization_id: string;
          phone: string | null;
          postal_code: string | null;
          region: string | null;
          updated_at: string;
          version: number;
          website: string | null;
        };
        Insert: {
          address_line_1?: string | null;
          address_line_2?: string | null;
          aliases?: string[];
          archived_at?: string | null;
          category?: string;
          city?: string | null;
          country?: string | null;
          created_at?: string;
          default_commission_rate?: number;
          email?: string | null;
          email_saved_at?: string;
          id?: string;
          import_batch_id?: string | null;
          import_row?: number | null;
          logo_url?: string | null;
          name: string;
          organization_id?: string;
          phone?: string | null;
          postal_code?: string | null;
          region?: string | null;
          updated_at?: string;
          version?: number;
          website?: string | null;
        };
        Update: {
          address_line_1?: string | null;
          address_line_2?: string | null;
          aliases?: string[];
          archived_at?: string | null;
          category?: string;
          city?: string | null;
          country?: string | null;
          created_at?: string;
          default_commission_rate?: number;
          email?: string | null;
          email_saved_at?: string;
          id?: string;
          import_batch_id?: string | null;
          import_row?: number | null;
          logo_url?: string | null;
          name?: string;
          organization_id?: string;
          phone?: string | null;
          postal_code?: string | null;
          region?: string | null;
          updated_at?: string;
          version?: number;
          website?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'vendors_import_batch_id_fkey';
            columns: ['import_batch_id', 'organization_id'];
            isOneToOne: false;
            referencedRelation: 'import_batches';
            referencedColumns: ['id', 'organization_id'];
          },
          {
            foreignKeyName: 'vendors_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Views: {
      commissions_with_sale_date: {
        Row: {
          agent_amount: number;
          agent_avatar_url: string | null;
          agent_first_name: string;
          agent_id: string;
          agent_last_name: string;
          amount: number;
          booking_reference: string;
          commission_split: number;
          created_at: string;
          customer_first_name: string;
          customer_id: string;
          customer_last_name: string;
          due_on: string | null;
          id: string;
          notes: string | null;
          organization_id: string;
          received_amount: number | null;
          received_on: string | null;
          sale_date: string;
          sale_status: string;
          sales_id: string;
          status: string;
          total_amount: number;
          updated_at: string;
          vendor_id: string;
          vendor_name: string;
        };
        Relationships: [];
      };
    };
    Functions: {
      accept_bank_suggestions: {
        Args: {
          transactions: Json;
          require_certain?: boolean | null;
          group_id?: string | null;
        };
        Returns: Json;
      };
      accept_invitation: {
        Args: {
          first_name?: string | null;
          last_name?: string | null;
          invitation_id?: string | null;
        };
        Returns: Json;
      };
      add_mail_parts: {
        Args: {
          mail_id: string;
          parts: Json;
        };
        Returns: undefined;
      };
      add_payout_adjustment: {
        Args: {
          agent_id: string;
          kind: string;
          amount: number;
          note: string;
          request_key?: string | null;
        };
        Returns: Json;
      };
      add_payout_lines: {
        Args: {
          batch_id: string;
          commission_ids?: string[] | null;
          adjustment_ids?: string[] | null;
          share_ids?: string[] | null;
        };
        Returns: Json;
      };
      add_webhook_endpoint: {
        Args: {
          url: string;
          events: string[];
          request_key?: string | null;
        };
        Returns: Json;
      };
      answer_bank_question: {
        Args: {
          question_id: string;
          answer: string;
        };
        Returns: Json;
      };
      answer_waiting_mail: {
        Args: {
          address: string;
          vendor_id?: string | null;
          remember?: boolean | null;
        };
        Returns: Json;
      };
      apply_bank_rule: {
        Args: {
          rule_id: string;
          transactions: Json;
        };
        Returns: Json;
      };
      apply_group_dates: {
        Args: {
          group_id: string;
          expected_version: number;
        };
        Returns: Json;
      };
      apply_terms_again: {
        Args: {
          member_id: string;
          expected: string;
          request_key?: string | null;
        };
        Returns: Json;
      };
      approve_payout: {
        Args: {
          batch_id: string;
          expected_version: number;
        };
        Returns: Json;
      };
      archive_customer: {
        Args: {
          customer_id: string;
          archived: boolean;
        };
        Returns: Json;
      };
      archive_sale_group: {
        Args: {
          group_id: string;
          archived: boolean;
        };
        Returns: Json;
      };
      archive_vendor: {
        Args: {
          vendor_id: string;
          archived: boolean;
        };
        Returns: Json;
      };
      ask_address_change: {
        Args: {
          email: string;
          proof: string;
        };
        Returns: Json;
      };
      ask_agency_deletion: {
        Args: {
          name: string;
        };
        Returns: Json;
      };
      ask_for_second_factor: {
        Args: {
          p_member_id: string;
        };
        Returns: Json;
      };
      ask_for_tax_details: {
        Args: {
          agent_ids: string[];
        };
        Returns: Json;
      };
      bank_connection_secret: {
        Args: {
          connection_id: string;
          user_id: string;
        };
        Returns: Json;
      };
      become_api_key: {
        Args: {
          key_id: string;
          operation: string;
        };
        Returns: undefined;
      };
      begin_api_request: {
        Args: {
          key_hash: string;
          address?: string | null;
        };
        Returns: Json;
      };
      begin_bank_connection: {
        Args: {
          provider: string;
          connection_id?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      begin_bank_import: {
        Args: {
          account_id: string;
          file_name: string;
          file_hash: string;
          format: string;
          total_lines: number;
          mapping?: Json | null;
          identifier?: string | null;
          headers?: string[] | null;
          request_key?: string | null;
          balance?: number | null;
          balance_on?: string | null;
        };
        Returns: Json;
      };
      begin_import: {
        Args: {
          kind: string;
          file_name: string;
          file_hash: string;
          headers: string[];
          mapping: Json;
          total_rows: number;
          request_key?: string | null;
        };
        Returns: Json;
      };
      begin_second_factor_reset: {
        Args: {
          p_member_id: string;
        };
        Returns: Json;
      };
      bring_bank_lines: {
        Args: {
          sync_id: string;
          accounts: Json;
          words?: Json | null;
        };
        Returns: Json;
      };
      cancel_document_upload: {
        Args: {
          upload_id: string;
        };
        Returns: Json;
      };
      cancel_other_commission: {
        Args: {
          other_commission_id: string;
        };
        Returns: Json;
      };
      cancel_sale_with_penalty: {
        Args: {
          sale_id: string;
          amount: number;
          due_on?: string | null;
          note?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      change_webhook_endpoint: {
        Args: {
          endpoint_id: string;
          url: string;
          events: string[];
        };
        Returns: Json;
      };
      check_import_rows: {
        Args: {
          kind: string;
          file_hash: string;
          mapping: Json;
          rows: Json;
          check_id?: string | null;
          is_last?: boolean | null;
        };
        Returns: Json;
      };
      check_invitation_email: {
        Args: {
          invitation_email: string;
        };
        Returns: boolean;
      };
      close_books: {
        Args: {
          through: string;
        };
        Returns: Json;
      };
      collect_payout: {
        Args: {
          batch_id: string;
        };
        Returns: Json;
      };
      compose_mail: {
        Args: {
          mail_id: string;
          claim: string;
        };
        Returns: Json;
      };
      confirm_document_read: {
        Args: {
          version_id: string;
        };
        Returns: Json;
      };
      correct_agent_payment: {
        Args: {
          payment_id: string;
          payment_date: string;
          payment_method: string;
          reference?: string | null;
        };
        Returns: Json;
      };
      count_failing_webhooks: {
        Args: Record<PropertyKey, never>;
        Returns: number;
      };
      create_api_key: {
        Args: {
          name: string;
          scopes: string[];
          expires_on?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      create_customer: {
        Args: {
          customer: Json;
          request_key?: string | null;
        };
        Returns: Json;
      };
      create_invitation: {
        Args: {
          email: string;
          role: string;
          commission_split?: number | null;
          first_name?: string | null;
          last_name?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      create_organization_with_owner: {
        Args: {
          org_name?: string | null;
          org_email?: string | null;
          user_id?: string | null;
          user_email?: string | null;
          user_first_name?: string | null;
          user_last_name?: string | null;
        };
        Returns: Json;
      };
      create_sale: {
        Args: {
          sale: Json;
          traveler_ids?: string[] | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      create_vendor: {
        Args: {
          vendor: Json;
          request_key?: string | null;
        };
        Returns: Json;
      };
      delete_bank_details: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      delete_bank_remittance: {
        Args: {
          remittance_id: string;
        };
        Returns: Json;
      };
      delete_bank_rule: {
        Args: {
          rule_id: string;
        };
        Returns: Json;
      };
      delete_customer: {
        Args: {
          customer_id: string;
        };
        Returns: Json;
      };
      delete_document: {
        Args: {
          document_id: string;
        };
        Returns: Json;
      };
      delete_mail_plan: {
        Args: {
          plan_id: string;
        };
        Returns: Json;
      };
      delete_message: {
        Args: {
          message_id: string;
        };
        Returns: undefined;
      };
      delete_passport: {
        Args: {
          passport_id: string;
        };
        Returns: Json;
      };
      delete_payout_adjustment: {
        Args: {
          line_id: string;
        };
        Returns: Json;
      };
      delete_sale_group: {
        Args: {
          group_id: string;
        };
        Returns: Json;
      };
      delete_vendor: {
        Args: {
          vendor_id: string;
        };
        Returns: Json;
      };
      delete_webhook_endpoint: {
        Args: {
          endpoint_id: string;
        };
        Returns: Json;
      };
      discard_payout: {
        Args: {
          batch_id: string;
        };
        Returns: Json;
      };
      disconnect_bank_connection: {
        Args: {
          connection_id: string;
        };
        Returns: Json;
      };
      document_checked: {
        Args: {
          version_id: string;
          object_version: string;
          code?: string | null;
          params?: Json | null;
        };
        Returns: Json;
      };
      edit_message: {
        Args: {
          message_id: string;
          body: string;
        };
        Returns: undefined;
      };
      end_member_sessions: {
        Args: {
          member_id: string;
        };
        Returns: Json;
      };
      end_my_sessions: {
        Args: {
          session_id?: string | null;
        };
        Returns: Json;
      };
      erase_customer: {
        Args: {
          customer_id: string;
          confirmation: string;
        };
        Returns: Json;
      };
      expect_volume_bonus: {
        Args: {
          vendor_id: string;
          period_start: string;
          period_end: string;
          amount: number;
          due_on?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      export_commissions: {
        Args: {
          status?: string | null;
          agent_id?: string | null;
          start_date?: string | null;
          end_date?: string | null;
          search?: string | null;
          sort?: string | null;
          descending?: boolean | null;
          vendor_id?: string | null;
          overdue?: boolean | null;
          ready?: boolean | null;
        };
        Returns: Json;
      };
      export_customer_data: {
        Args: {
          customer_id: string;
        };
        Returns: string;
      };
      export_customers: {
        Args: {
          search?: string | null;
          tag?: string | null;
          agent_id?: string | null;
          state?: string | null;
          sort?: string | null;
          descending?: boolean | null;
        };
        Returns: Json;
      };
      export_journal: {
        Args: {
          month: string;
          format: string;
          request_key?: string | null;
        };
        Returns: Json;
      };
      export_sales: {
        Args: {
          status?: string | null;
          agent_id?: string | null;
          vendor_id?: string | null;
          start_date?: string | null;
          end_date?: string | null;
          customer_search?: string | null;
          sort?: string | null;
          descending?: boolean | null;
          departing?: boolean | null;
          group_id?: string | null;
        };
        Returns: Json;
      };
      export_team: {
        Args: {
          search?: string | null;
          status?: string | null;
          sort?: string | null;
          descending?: boolean | null;
        };
        Returns: Json;
      };
      export_vendors: {
        Args: {
          search?: string | null;
          category?: string | null;
          state?: string | null;
          sort?: string | null;
          descending?: boolean | null;
          without_terms?: boolean | null;
        };
        Returns: Json;
      };
      fail_bank_sync: {
        Args: {
          sync_id: string;
          code: string;
          words?: string | null;
          retry_at?: string | null;
        };
        Returns: Json;
      };
      find_customers_by_name: {
        Args: {
          search?: string | null;
        };
        Returns: Json;
      };
      find_duplicate_bookings: {
        Args: {
          booking_reference: string;
          vendor_id: string;
          except_sale_id?: string | null;
        };
        Returns: Json;
      };
      find_duplicate_customers: {
        Args: {
          customer: Json;
          except_id?: string | null;
        };
        Returns: Json;
      };
      find_members_by_name: {
        Args: {
          search?: string | null;
        };
        Returns: Json;
      };
      find_open_commissions: {
        Args: {
          search?: string | null;
          vendor_id?: string | null;
          page?: number | null;
          taken_back?: boolean | null;
        };
        Returns: Json;
      };
      find_vendors_by_name: {
        Args: {
          search?: string | null;
          with_archived?: boolean | null;
        };
        Returns: Json;
      };
      finish_bank_import: {
        Args: {
          import_id: string;
          cancelled?: boolean | null;
          broken_lines?: Json | null;
        };
        Returns: Json;
      };
      finish_document_upload: {
        Args: {
          upload_id: string;
        };
        Returns: Json;
      };
      finish_import: {
        Args: {
          batch_id: string;
          cancelled?: boolean | null;
          refused?: number | null;
        };
        Returns: Json;
      };
      finish_mail_part: {
        Args: {
          part_id: string;
          result: Json;
        };
        Returns: undefined;
      };
      forget_mail_sender: {
        Args: {
          address: string;
        };
        Returns: Json;
      };
      get_address_change: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_agency_deletion: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_agency_export: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_agent_sales_timeline: {
        Args: {
          agent_id?: string | null;
          start_date?: string | null;
          end_date?: string | null;
          bucket?: string | null;
        };
        Returns: Json;
      };
      get_agreement: {
        Args: {
          member_id: string;
        };
        Returns: Json;
      };
      get_api_keys: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_audit_log: {
        Args: {
          kind?: string | null;
          actor_id?: string | null;
          record_id?: string | null;
          search?: string | null;
          start_date?: string | null;
          end_date?: string | null;
          entry?: string | null;
          page?: number | null;
          page_size?: number | null;
        };
        Returns: Json;
      };
      get_bank_accounts_page: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_bank_connection: {
        Args: {
          connection_id: string;
        };
        Returns: Json;
      };
      get_bank_inbox: {
        Args: {
          view?: string | null;
          account_id?: string | null;
          vendor_id?: string | null;
          start_date?: string | null;
          end_date?: string | null;
          search?: string | null;
          page?: number | null;
          page_size?: number | null;
          direction?: string | null;
        };
        Returns: Json;
      };
      get_bank_transaction: {
        Args: {
          transaction_id: string;
        };
        Returns: Json;
      };
      get_books: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_commission_record: {
        Args: {
          commission_id: string;
        };
        Returns: Json;
      };
      get_commission_shares: {
        Args: {
          commission_id: string;
        };
        Returns: Json;
      };
      get_commission_stats: {
        Args: {
          start_date?: string | null;
          end_date?: string | null;
          status?: string | null;
          agent_id?: string | null;
        };
        Returns: Json;
      };
      get_commission_status_timeline: {
        Args: {
          start_date?: string | null;
          end_date?: string | null;
          bucket?: string | null;
        };
        Returns: Json;
      };
      get_commission_timeline: {
        Args: {
          start_date?: string | null;
          end_date?: string | null;
          bucket?: string | null;
        };
        Returns: Json;
      };
      get_commissions_by_status: {
        Args: {
          start_date?: string | null;
          end_date?: string | null;
        };
        Returns: Json;
      };
      get_conversation: {
        Args: {
          commentable_type: string;
          commentable_id: string;
          before_id?: string | null;
          from_id?: string | null;
        };
        Returns: Json;
      };
      get_credit_note: {
        Args: {
          note_id: string;
        };
        Returns: Json;
      };
      get_customer_page: {
        Args: {
          customer_id: string;
        };
        Returns: Json;
      };
      get_customer_payments: {
        Args: {
          sale_id: string;
        };
        Returns: Json;
      };
      get_customer_profile: {
        Args: {
          customer_id: string;
        };
        Returns: Json;
      };
      get_dashboard: {
        Args: {
          start_date?: string | null;
          end_date?: string | null;
          parts?: string[] | null;
        };
        Returns: Json;
      };
      get_document: {
        Args: {
          document_id: string;
        };
        Returns: Json;
      };
      get_file_room: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_first_steps: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_journal: {
        Args: {
          month?: string | null;
        };
        Returns: Json;
      };
      get_mailbox: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_member_page: {
        Args: {
          member_id: string;
        };
        Returns: Json;
      };
      get_member_profile: {
        Args: {
          member_id: string;
        };
        Returns: Json;
      };
      get_my_payouts: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_my_tax_details: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_new_agency_limits: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_passport_reveals: {
        Args: {
          customer_id: string;
        };
        Returns: Json;
      };
      get_payout: {
        Args: {
          batch_id: string;
        };
        Returns: Json;
      };
      get_receipt_tracking: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_recent_customers: {
        Args: {
          max_rows?: number | null;
          start_date?: string | null;
          end_date?: string | null;
        };
        Returns: Json;
      };
      get_report_gallery: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_report_rows: {
        Args: {
          definition: Json;
          key?: string | null;
          page_size?: number | null;
          after?: Json | null;
        };
        Returns: Json;
      };
      get_sale_group: {
        Args: {
          group_id: string;
        };
        Returns: Json;
      };
      get_sale_history: {
        Args: {
          sale_id: string;
        };
        Returns: Json;
      };
      get_sale_shares: {
        Args: {
          sale_id: string;
        };
        Returns: Json;
      };
      get_sales_by_status: {
        Args: {
          start_date?: string | null;
          end_date?: string | null;
        };
        Returns: Json;
      };
      get_sales_status_timeline: {
        Args: {
          start_date?: string | null;
          end_date?: string | null;
          bucket?: string | null;
        };
        Returns: Json;
      };
      get_sales_timeline: {
        Args: {
          start_date?: string | null;
          end_date?: string | null;
          bucket?: string | null;
        };
        Returns: Json;
      };
      get_second_factor: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      get_shared_sale: {
        Args: {
          sale_id: string;
        };
        Returns: Json;
      };
      get_statement: {
        Args: {
          statement_id: string;
        };
        Returns: Json;
      };
      get_tax_year: {
        Args: {
          year?: number | null;
        };
        Returns: Json;
      };
      get_top_agents: {
        Args: {
          start_date?: string | null;
          end_date?: string | null;
          max_rows?: number | null;
        };
        Returns: Json;
      };
      get_top_vendors: {
        Args: {
          start_date?: string | null;
          end_date?: string | null;
          max_rows?: number | null;
        };
        Returns: Json;
      };
      get_unread_count: {
        Args: Record<PropertyKey, never>;
        Returns: number;
      };
      get_vendor_chases: {
        Args: {
          vendor_id?: string | null;
        };
        Returns: Json;
      };
      get_vendor_overdue: {
        Args: {
          vendor_id: string;
        };
        Returns: Json;
      };
      get_vendor_page: {
        Args: {
          vendor_id: string;
        };
        Returns: Json;
      };
      get_vendor_profile: {
        Args: {
          vendor_id: string;
        };
        Returns: Json;
      };
      get_vendor_statement: {
        Args: {
          statement_id: string;
        };
        Returns: Json;
      };
      get_vendor_terms: {
        Args: {
          vendor_id: string;
        };
        Returns: Json;
      };
      get_webhooks: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      hand_over_mail: {
        Args: {
          mail_id: string;
          claim: string;
          content?: Json | null;
        };
        Returns: boolean;
      };
      hand_over_payout: {
        Args: {
          batch_id: string;
          user_id: string;
          expected_version?: number | null;
        };
        Returns: Json;
      };
      hold_commission: {
        Args: {
          commission_id: string;
          reason: string;
        };
        Returns: Json;
      };
      hold_payout_lines: {
        Args: {
          batch_id: string;
          line_ids: string[];
          reason: string;
        };
        Returns: Json;
      };
      import_bank_lines: {
        Args: {
          import_id: string;
          lines: Json;
        };
        Returns: Json;
      };
      import_rows: {
        Args: {
          batch_id: string;
          rows: Json;
        };
        Returns: Json;
      };
      invitation_preview: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      keep_bank_connection: {
        Args: {
          connection_id: string;
          user_id: string;
          secret: string;
          label: string;
          expires_at: string;
          accounts: Json;
        };
        Returns: Json;
      };
      keep_bank_connection_draft: {
        Args: {
          connection_id: string;
          user_id: string;
          secret: string;
        };
        Returns: Json;
      };
      keep_mail: {
        Args: {
          mail_id: string;
        };
        Returns: undefined;
      };
      keep_mailed_document: {
        Args: {
          part_id: string;
        };
        Returns: Json;
      };
      last_import_mapping: {
        Args: {
          kind: string;
          headers: string[];
          file_hash?: string | null;
        };
        Returns: Json;
      };
      leave_mail_plan: {
        Args: {
          plan_id: string;
        };
        Returns: Json;
      };
      link_bank_accounts: {
        Args: {
          connection_id: string;
          links: Json;
          since?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      list_bank_accounts: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      list_bank_imports: {
        Args: {
          page?: number | null;
          page_size?: number | null;
          account_id?: string | null;
        };
        Returns: Json;
      };
      list_bank_rules: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      list_commissions: {
        Args: {
          status?: string | null;
          agent_id?: string | null;
          start_date?: string | null;
          end_date?: string | null;
          search?: string | null;
          sort?: string | null;
          descending?: boolean | null;
          page?: number | null;
          page_size?: number | null;
          vendor_id?: string | null;
          overdue?: boolean | null;
          ready?: boolean | null;
        };
        Returns: Json;
      };
      list_credit_notes: {
        Args: {
          year: number;
          agent_id?: string | null;
          page?: number | null;
          page_size?: number | null;
        };
        Returns: Json;
      };
      list_customers: {
        Args: {
          search?: string | null;
          tag?: string | null;
          agent_id?: string | null;
          state?: string | null;
          sort?: string | null;
          descending?: boolean | null;
          page?: number | null;
          page_size?: number | null;
        };
        Returns: Json;
      };
      list_documents: {
        Args: {
          state?: string | null;
          category?: string | null;
          record_type?: string | null;
          record_id?: string | null;
          visibility?: string | null;
          search?: string | null;
          sort?: string | null;
          descending?: boolean | null;
          page?: number | null;
          page_size?: number | null;
        };
        Returns: Json;
      };
      list_journal: {
        Args: {
          month?: string | null;
          page?: number | null;
          page_size?: number | null;
        };
        Returns: Json;
      };
      list_mail_plans: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      list_mailed_statements: {
        Args: {
          vendor_id: string;
        };
        Returns: Json;
      };
      list_my_devices: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      list_other_commissions: {
        Args: {
          kind?: string | null;
          status?: string | null;
          page?: number | null;
          page_size?: number | null;
          search?: string | null;
          vendor_id?: string | null;
        };
        Returns: Json;
      };
      list_payouts: {
        Args: {
          page?: number | null;
          page_size?: number | null;
        };
        Returns: Json;
      };
      list_sale_groups: {
        Args: {
          search?: string | null;
          state?: string | null;
          page?: number | null;
          page_size?: number | null;
          vendor_id?: string | null;
        };
        Returns: Json;
      };
      list_sales: {
        Args: {
          status?: string | null;
          agent_id?: string | null;
          vendor_id?: string | null;
          start_date?: string | null;
          end_date?: string | null;
          customer_search?: string | null;
          sort?: string | null;
          descending?: boolean | null;
          page?: number | null;
          page_size?: number | null;
          departing?: boolean | null;
          group_id?: string | null;
        };
        Returns: Json;
      };
      list_second_factors: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      list_statements: {
        Args: {
          agent_id?: string | null;
          page?: number | null;
          page_size?: number | null;
        };
        Returns: Json;
      };
      list_team: {
        Args: {
          search?: string | null;
          status?: string | null;
          sort?: string | null;
          descending?: boolean | null;
          page?: number | null;
          page_size?: number | null;
        };
        Returns: Json;
      };
      list_vendor_statements: {
        Args: {
          vendor_id: string;
        };
        Returns: Json;
      };
      list_vendors: {
        Args: {
          search?: string | null;
          category?: string | null;
          state?: string | null;
          sort?: string | null;
          descending?: boolean | null;
          page?: number | null;
          page_size?: number | null;
          without_terms?: boolean | null;
        };
        Returns: Json;
      };
      list_webhook_deliveries: {
        Args: {
          endpoint_id?: string | null;
          state?: string | null;
          page?: number | null;
          page_size?: number | null;
        };
        Returns: Json;
      };
      mail_bounced: {
        Args: {
          mail_id: string;
          provider_id: string;
          code: string;
          words?: string | null;
        };
        Returns: boolean;
      };
      mail_failed: {
        Args: {
          mail_id: string;
          claim: string;
          code: string;
          words?: string | null;
          again?: boolean | null;
          after_seconds?: number | null;
        };
        Returns: undefined;
      };
      mail_sent: {
        Args: {
          mail_id: string;
          provider_id?: string | null;
        };
        Returns: undefined;
      };
      make_recovery_codes: {
        Args: Record<PropertyKey, never>;
        Returns: string[];
      };
      map_journal_account: {
        Args: {
          account: string;
          bank_account_id?: string | null;
          number?: string | null;
          name?: string | null;
        };
        Returns: Json;
      };
      mark_conversation_read: {
        Args: {
          message_id: string;
        };
        Returns: undefined;
      };
      match_bank_transaction: {
        Args: {
          transaction_id: string;
          expected_version: number;
          parts: Json;
          unclaimed?: number | null;
          fee?: number | null;
          vendor_id?: string | null;
          category?: string | null;
        };
        Returns: Json;
      };
      match_brought_lines: {
        Args: {
          import_id: string;
        };
        Returns: Json;
      };
      merge_customers: {
        Args: {
          kept_id: string;
          merged_id: string;
        };
        Returns: Json;
      };
      note_mail_provider: {
        Args: {
          provider: string;
        };
        Returns: undefined;
      };
      note_other_commission: {
        Args: {
          other_commission_id: string;
          notes?: string | null;
        };
        Returns: Json;
      };
      note_webhook_answer: {
        Args: {
          delivery_id: string;
          claim: string;
          status: number;
          code: string;
          duration_ms: number;
          answer: string;
          retry_at?: string | null;
        };
        Returns: undefined;
      };
      open_agency_export: {
        Args: {
          export_id: string;
        };
        Returns: Json;
      };
      open_document: {
        Args: {
          version_id: string;
        };
        Returns: string;
      };
      open_journal_export: {
        Args: {
          export_id: string;
        };
        Returns: Json;
      };
      order_bank_rules: {
        Args: {
          rule_ids: string[];
        };
        Returns: Json;
      };
      pay_payout: {
        Args: {
          batch_id: string;
          expected_version: number;
          paid_on: string;
          reference: string;
          payment_key: string;
          checks?: Json | null;
        };
        Returns: Json;
      };
      post_message: {
        Args: {
          message_id: string;
          commentable_type: string;
          commentable_id: string;
          body: string;
          reply_to?: string | null;
        };
        Returns: undefined;
      };
      preview_bank_lines: {
        Args: {
          account_id: string;
          lines: Json;
        };
        Returns: Json;
      };
      preview_bank_rule: {
        Args: {
          rule: Json;
        };
        Returns: Json;
      };
      preview_terms_again: {
        Args: {
          member_id: string;
        };
        Returns: Json;
      };
      read_agency_export: {
        Args: {
          export_id: string;
          number: number;
        };
        Returns: string;
      };
      read_audit_log: {
        Args: {
          disclosure_id: string;
          kind?: string | null;
          actor_id?: string | null;
          record_id?: string | null;
          search?: string | null;
          start_date?: string | null;
          end_date?: string | null;
        };
        Returns: Json;
      };
      read_customer_data: {
        Args: {
          disclosure_id: string;
        };
        Returns: Json;
      };
      read_journal_export: {
        Args: {
          export_id: string;
          after_line?: number | null;
        };
        Returns: Json;
      };
      read_mailed_statement: {
        Args: {
          part_id: string;
          lines: Json;
          fees?: Json | null;
          left_out?: Json | null;
        };
        Returns: Json;
      };
      read_passport_number: {
        Args: {
          disclosure_id: string;
        };
        Returns: string;
      };
      read_payment_file: {
        Args: {
          disclosure_id: string;
        };
        Returns: Json;
      };
      read_tax_file: {
        Args: {
          disclosure_id: string;
        };
        Returns: Json;
      };
      read_tax_number: {
        Args: {
          disclosure_id: string;
        };
        Returns: string;
      };
      receive_mail: {
        Args: {
          mail: Json;
        };
        Returns: Json;
      };
      recognize_bank_account: {
        Args: {
          identifier?: string | null;
          headers?: string[] | null;
          file_hash?: string | null;
          separator?: string | null;
        };
        Returns: Json;
      };
      record_agent_payment: {
        Args: {
          commission_id: string;
          agent_id: string;
          organization_id: string;
          created_by: string;
          amount: number;
          payment_date: string;
          payment_method: string;
          reference?: string | null;
          notes?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      record_customer_payment: {
        Args: {
          sale_id: string;
          amount: number;
          paid_on: string;
          payment_method: string;
          note?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      record_other_receipt: {
        Args: {
          other_commission_id: string;
          received_on?: string | null;
          received_amount?: number | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      record_recall: {
        Args: {
          commission_id: string;
          amount: number;
          note: string;
          transaction_id?: string | null;
          request_key?: string | null;
          share_id?: string | null;
        };
        Returns: Json;
      };
      record_receipt: {
        Args: {
          commission_id: string;
          received_on?: string | null;
          received_amount?: number | null;
          write_off_reason?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      record_share_payment: {
        Args: {
          share_id: string;
          amount: number;
          payment_date: string;
          payment_method: string;
          reference?: string | null;
          notes?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      record_vendor_asked: {
        Args: {
          vendor_id: string;
          although_deposit_waits?: boolean | null;
        };
        Returns: Json;
      };
      refuse_mail: {
        Args: {
          mail_id: string;
          code: string;
          params?: Json | null;
        };
        Returns: undefined;
      };
      reject_bank_suggestion: {
        Args: {
          transaction_id: string;
          expected_version: number;
          rank?: number | null;
        };
        Returns: Json;
      };
      release_commission: {
        Args: {
          commission_id: string;
        };
        Returns: Json;
      };
      release_share: {
        Args: {
          share_id: string;
        };
        Returns: Json;
      };
      remind_document_readers: {
        Args: {
          document_id: string;
        };
        Returns: Json;
      };
      remove_agency_export: {
        Args: {
          export_id: string;
        };
        Returns: Json;
      };
      remove_payout_lines: {
        Args: {
          batch_id: string;
          line_ids: string[];
        };
        Returns: Json;
      };
      remove_vendor_bonus_terms: {
        Args: {
          terms_id: string;
        };
        Returns: Json;
      };
      remove_vendor_rate: {
        Args: {
          rate_id: string;
        };
        Returns: Json;
      };
      renew_invitation: {
        Args: {
          invitation_id: string;
        };
        Returns: Json;
      };
      renew_mailbox_token: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      reopen_bank_transaction: {
        Args: {
          transaction_id: string;
        };
        Returns: Json;
      };
      reopen_books: {
        Args: {
          through: string;
          reason: string;
        };
        Returns: Json;
      };
      reopen_payout: {
        Args: {
          batch_id: string;
          reason?: string | null;
          bank_has_it?: boolean | null;
        };
        Returns: Json;
      };
      request_audit_log: {
        Args: {
          kind?: string | null;
          actor_id?: string | null;
          record_id?: string | null;
          search?: string | null;
          start_date?: string | null;
          end_date?: string | null;
        };
        Returns: string;
      };
      request_payment_file: {
        Args: {
          batch_id: string;
          format?: string | null;
        };
        Returns: string;
      };
      request_tax_file: {
        Args: {
          year: number;
          scope?: string | null;
        };
        Returns: string;
      };
      request_tax_number: {
        Args: {
          agent_id: string;
        };
        Returns: string;
      };
      resend_webhook_delivery: {
        Args: {
          delivery_id: string;
        };
        Returns: Json;
      };
      reveal_passport: {
        Args: {
          passport_id: string;
        };
        Returns: string;
      };
      revoke_api_key: {
        Args: {
          key_id: string;
        };
        Returns: Json;
      };
      revoke_invitation: {
        Args: {
          invitation_id: string;
        };
        Returns: Json;
      };
      rotate_webhook_secret: {
        Args: {
          endpoint_id: string;
          request_key?: string | null;
        };
        Returns: Json;
      };
      run_api_request: {
        Args: {
          key_id: string;
          operation: string;
          input?: Json | null;
        };
        Returns: Json;
      };
      run_report: {
        Args: {
          definition: Json;
        };
        Returns: Json;
      };
      save_agreement: {
        Args: {
          member_id: string;
          valid_from: string;
          terms: Json;
          request_key?: string | null;
        };
        Returns: Json;
      };
      save_bank_account: {
        Args: {
          account: Json;
          account_id?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      save_bank_details: {
        Args: {
          details: Json;
        };
        Returns: Json;
      };
      save_bank_remittance: {
        Args: {
          transaction_id: string;
          file_name: string;
          lines: Json;
          fees?: Json | null;
        };
        Returns: Json;
      };
      save_bank_rule: {
        Args: {
          rule: Json;
          rule_id?: string | null;
          expected_version?: number | null;
        };
        Returns: Json;
      };
      save_document: {
        Args: {
          document_id: string;
          expected_version: number;
          document: Json;
          request_key?: string | null;
        };
        Returns: Json;
      };
      save_journal_settings: {
        Args: {
          basis: string;
          since: string;
          paying_account_id?: string | null;
          xero_tax_rate?: string | null;
          datev_consultant?: number | null;
          datev_client?: number | null;
          datev_first_month?: number | null;
          datev_account_length?: number | null;
          quickbooks_names?: boolean | null;
        };
        Returns: Json;
      };
      save_mail_plan: {
        Args: {
          plan: Json;
          expected_version?: number | null;
        };
        Returns: Json;
      };
      save_passport: {
        Args: {
          customer_id: string;
          passport: Json;
        };
        Returns: Json;
      };
      save_payout_account: {
        Args: {
          details: Json;
        };
        Returns: Json;
      };
      save_sale_group: {
        Args: {
          sale_group: Json;
          group_id?: string | null;
          expected_version?: number | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      save_tax_details: {
        Args: {
          details: Json;
          agent_id?: string | null;
        };
        Returns: Json;
      };
      save_tax_settings: {
        Args: {
          settings: Json;
        };
        Returns: Json;
      };
      save_vendor_bonus_terms: {
        Args: {
          vendor_id: string;
          period_start: string;
          period_end: string;
          basis: string;
          steps: Json;
          terms_id?: string | null;
          expected_version?: number | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      save_vendor_rate: {
        Args: {
          vendor_id: string;
          rate: number;
          valid_from: string;
          category?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      save_vendor_statement: {
        Args: {
          vendor_id: string;
          file_name: string;
          lines: Json;
          fees?: Json | null;
          left_out?: Json | null;
          document_id?: string | null;
        };
        Returns: Json;
      };
      search_everything: {
        Args: {
          query: string;
        };
        Returns: Json;
      };
      send_vendor_chase: {
        Args: {
          vendor_id: string;
          to_address: string;
          subject: string;
          body: string;
          every_days?: number | null;
          although_deposit_waits?: boolean | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      set_aside_bank_transactions: {
        Args: {
          transactions: Json;
          category: string;
          learn?: boolean | null;
          alike?: boolean | null;
        };
        Returns: Json;
      };
      set_bank_vendor: {
        Args: {
          transaction_id: string;
          vendor_id: string;
          category?: string | null;
        };
        Returns: Json;
      };
      set_member_active: {
        Args: {
          member_id: string;
          active: boolean;
          reassign_to?: string | null;
        };
        Returns: Json;
      };
      set_member_role: {
        Args: {
          member_id: string;
          role: string;
        };
        Returns: Json;
      };
      set_member_split: {
        Args: {
          member_id: string;
          commission_split: number;
        };
        Returns: Json;
      };
      set_second_factor_policy: {
        Args: {
          p_policy: string;
        };
        Returns: Json;
      };
      set_statement_line: {
        Args: {
          statement_id: string;
          expected_version: number;
          line: number;
          commission_id: string;
        };
        Returns: Json;
      };
      set_tax_threshold: {
        Args: {
          year: number;
          amount?: number | null;
          source?: string | null;
        };
        Returns: Json;
      };
      set_vendor_statement: {
        Args: {
          statement_id: string;
          expected_version: number;
          state: string;
          expected_on?: string | null;
        };
        Returns: Json;
      };
      start_agency_export: {
        Args: {
          passphrase?: string | null;
        };
        Returns: Json;
      };
      start_document_upload: {
        Args: {
          file: Json;
          document?: Json | null;
          document_id?: string | null;
          request_key?: string | null;
        };
        Returns: Json;
      };
      start_payout: {
        Args: {
          name?: string | null;
          planned_on?: string | null;
        };
        Returns: Json;
      };
      stop_bank_sync: {
        Args: {
          connection_id: string;
        };
        Returns: Json;
      };
      stop_vendor_chase: {
        Args: {
          chase_id: string;
        };
        Returns: Json;
      };
      switch_bank_rule: {
        Args: {
          rule_id: string;
          is_active: boolean;
        };
        Returns: Json;
      };
      switch_webhook_endpoint: {
        Args: {
          endpoint_id: string;
          is_on: boolean;
        };
        Returns: Json;
      };
      sync_bank_connection: {
        Args: {
          connection_id?: string | null;
        };
        Returns: Json;
      };
      take_bank_sync: {
        Args: {
          connection_id?: string | null;
        };
        Returns: Json;
      };
      take_document_check: {
        Args: {
          version_id?: string | null;
        };
        Returns: Json;
      };
      take_mail: {
        Args: {
          mail_id: string;
        };
        Returns: Json;
      };
      take_mail_part: {
        Args: {
          part_id: string;
        };
        Returns: Json;
      };
      take_mails: {
        Args: {
          most?: number | null;
        };
        Returns: Json;
      };
      take_webhook_delivery: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      tell_time_zone: {
        Args: {
          time_zone: string;
        };
        Returns: Json;
      };
      transfer_ownership: {
        Args: {
          member_id: string;
        };
        Returns: Json;
      };
      try_terms: {
        Args: {
          member_id: string;
          day: string;
          vendor_id?: string | null;
          category?: string | null;
          commission?: number | null;
          total?: number | null;
        };
        Returns: Json;
      };
      undo_bank_decision: {
        Args: {
          group_id: string;
        };
        Returns: Json;
      };
      undo_bank_import: {
        Args: {
          import_id: string;
        };
        Returns: Json;
      };
      undo_customer_payment: {
        Args: {
          payment_id: string;
          reason: string;
        };
        Returns: Json;
      };
      undo_import: {
        Args: {
          batch_id: string;
        };
        Returns: Json;
      };
      undo_merge: {
        Args: {
          merge_id: string;
        };
        Returns: Json;
      };
      update_customer: {
        Args: {
          customer_id: string;
          expected_version: number;
          customer: Json;
        };
        Returns: Json;
      };
      update_sale: {
        Args: {
          sale_id: string;
          expected_version: number;
          changes: Json;
          traveler_ids?: string[] | null;
        };
        Returns: Json;
      };
      update_sale_status: {
        Args: {
          sale_id: string;
          status: string;
          note?: string | null;
        };
        Returns: Json;
      };
      update_vendor: {
        Args: {
          vendor_id: string;
          expected_version: number;
          vendor: Json;
        };
        Returns: Json;
      };
      use_recovery_code: {
        Args: {
          user_id: string;
          session_id: string;
          code: string;
        };
        Returns: Json;
      };
      void_agent_payment: {
        Args: {
          payment_id: string;
          reason: string;
        };
        Returns: Json;
      };
      void_statement_payment: {
        Args: {
          statement_id: string;
          reason: string;
        };
        Returns: Json;
      };
      withdraw_address_change: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      withdraw_agency_deletion: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      write_credit_notes: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
