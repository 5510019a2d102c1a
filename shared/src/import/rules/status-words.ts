/** What a status of a sale and of a commission, and a kind of line, is called elsewhere, in the letters of `folded` (read-cell); see column-words.ts for the languages. */
export const STATUS_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  status: {
    booked:
      'confirmed|open|active|option|ok|unpaid|deposit paid|deposit|partially paid|part paid|balance due|bal due|final payment due|final pmt due|due|teilzahlung|teilbezahlt|restzahlung offen|unbezahlt|em aberto|a receber|por cobrar|da saldare|acconto versato|parcial|deelbetaling|gebucht|bestatigt|fest|festgebucht|fest gebucht|offen|aktiv|reserviert|confirme|confirmee|reserve|reservee|ouvert|en cours|en attente|option posee|confirmado|confirmada|reservado|reservada|abierto|abierta|pendiente|activo|activa|en firme|confermato|confermata|prenotato|prenotata|aperto|aperta|in corso|in sospeso|attivo|attiva|bevestigd|geboekt|definitief|openstaand|actief|aberto|aberta|pendente|emitido|emitida|anzahlung|angezahlt|acompte|acompte verse|acconto|aanbetaald|senal|sinal',
    paid: 'paid in full|fully paid|settled|closed|completed|bezahlt|abgerechnet|abgeschlossen|erledigt|paye|payee|regle|reglee|solde|soldee|termine|terminee|pagado|pagada|cobrado|cobrada|liquidado|liquidada|cerrado|cerrada|pagato|pagata|saldato|saldata|chiuso|chiusa|incassato|incassata|betaald|voldaan|afgerond|afgesloten|pago|paga|quitado|quitada|concluido|concluida|finalizado|finalizada|vollstandig bezahlt|voll bezahlt',
    cancelled:
      'canceled|void|voided|cxl|cxld|cancel|storniert|storno|stornierung|annulliert|abgesagt|annule|annulee|annulation|anulado|anulada|cancelado|cancelada|annullato|annullata|cancellato|cancellata|disdetto|disdetta|geannuleerd|annulering|vervallen',
  },
  commission_status: {
    unpaid:
      'open|expected|pending|outstanding|due|offen|ausstehend|erwartet|fallig|nicht bezahlt|unbezahlt|en attente|due|attendue|impayee|non payee|a percevoir|pendiente|por cobrar|prevista|in attesa|da incassare|attesa|openstaand|verwacht|nog te ontvangen|pendente|a receber|prevista',
    funds_received:
      'received|erhalten|eingegangen|bezahlt|abgerechnet|recue|recu|percue|encaissee|payee|cobrada|cobrado|recibida|incassata|incassato|ricevuta|ontvangen|betaald|recebida|recebido|paga',
    agent_paid: 'paid|paid out|ausgezahlt|versee|reversee|abonada|liquidada|liquidata|uitbetaald|repassada',
    cancelled: 'canceled|void|storniert|storno|annulee|anulada|cancelada|annullata|geannuleerd',
  },
  line_kind: {
    fare: 'base fare|package|package price|grundpreis|reisepreis|tarif|tarifa|tariffa|tarief|pacote|paquete',
    cruise: 'cruises|cruise fare|cabin|kreuzfahrt|croisiere|crucero|crociera|cruzeiro',
    air: 'flight|flights|airfare|air fare|airline|flug|fluge|vol|vols|vuelo|vuelos|volo|voli|vlucht|vluchten|voo|voos|aereo',
    hotel: 'lodging|accommodation|room|unterkunft|hebergement|alojamiento|alloggio|verblijf|hospedagem',
    tour: 'tours|excursion|excursions|shore excursion|activity|activities|ausflug|rundreise|excursiones|escursione|excursie|passeio',
    insurance:
      'travel insurance|protection|versicherung|reiseversicherung|assurance|seguro|assicurazione|verzekering',
    transfer:
      'transfers|transportation|car|car rental|train|rail|transport|mietwagen|bahn|navette|traslado|trasferimento|vervoer',
    extra:
      'extras|other|miscellaneous|misc|supplement|add on|sonstiges|zusatz|autre|otros|altro|overig|outros',
    taxes:
      'tax|taxes|fees|tax fees|taxes fees|port taxes|steuern|gebuhren|steuern und gebuhren|taxe|impuestos|tasas|tasse|belasting|belastingen|taxas|impostos',
    non_commissionable: 'noncommissionable|nc|ncf|ncfs|port charges|hafengebuhren',
    discount: 'rebate|credit|coupon|rabatt|nachlass|remise|reduction|descuento|sconto|korting|desconto',
    service_fee:
      'service fees|agency fee|planning fee|booking fee|consulting fee|servicegebuhr|beratungsgebuhr|serviceentgelt|frais de service|frais de dossier|cargo por servicio|diritti agenzia|servicekosten|taxa de servico',
  },
  line_commissionable: {
    yes: 'ja|oui|si|sim',
    no: 'nein|non|nee|nao',
  },
};
